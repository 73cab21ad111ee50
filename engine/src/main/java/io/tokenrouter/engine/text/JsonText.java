package io.tokenrouter.engine.text;

import java.util.Collection;
import java.util.Iterator;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * JSON as Python's {@code json.dumps} writes it, which is how templates of tool definitions were made: a space behind
 * comma and colon, characters beyond ASCII as they are.
 */
public final class JsonText {

    private static final int NO_INDENT = -1;

    private final StringBuilder out = new StringBuilder();
    private final int indent;
    private final String itemSeparator;
    private final String keySeparator;
    private final int most;

    private JsonText(int indent, String itemSeparator, String keySeparator, int most) {
        this.most = most;
        this.indent = indent;
        this.itemSeparator = itemSeparator;
        this.keySeparator = keySeparator;
    }

    /** Without any white space. */
    public static String compact(@Nullable Object value) {
        return new JsonText(NO_INDENT, ",", ":", Integer.MAX_VALUE)
                .value(value, 0)
                .toString();
    }

    /**
     * On one line.
     *
     * @param most characters; lists that hold one another can become longer than any memory
     * @throws IllegalArgumentException if there are more
     */
    public static String line(@Nullable Object value, int most) {
        return new JsonText(NO_INDENT, ", ", ": ", most).value(value, 0).toString();
    }

    /**
     * @param indent spaces for each level
     * @param most characters
     * @throws IllegalArgumentException if there are more
     */
    public static String indented(@Nullable Object value, int indent, int most) {
        return new JsonText(indent, ",", ": ", most).value(value, 0).toString();
    }

    private StringBuilder value(@Nullable Object value, int level) {
        switch (value) {
            case null -> out.append("null");
            case Boolean flag -> out.append(flag.booleanValue());
            case Number number -> out.append(PythonNumbers.repr(number));
            case Map<?, ?> map -> object(map, level);
            case Collection<?> items -> array(items, level);
            default -> string(value.toString());
        }
        if (out.length() > most) {
            throw new IllegalArgumentException("JSON of more than " + most + " characters");
        }
        return out;
    }

    private void object(Map<?, ?> map, int level) {
        out.append('{');
        Iterator<? extends Map.Entry<?, ?>> entries = map.entrySet().iterator();
        while (entries.hasNext()) {
            Map.Entry<?, ?> entry = entries.next();
            newLine(level + 1);
            string(String.valueOf(entry.getKey()));
            out.append(keySeparator);
            value(entry.getValue(), level + 1);
            out.append(entries.hasNext() ? itemSeparator : "");
        }
        if (!map.isEmpty()) {
            newLine(level);
        }
        out.append('}');
    }

    private void array(Collection<?> items, int level) {
        out.append('[');
        Iterator<?> values = items.iterator();
        while (values.hasNext()) {
            newLine(level + 1);
            value(values.next(), level + 1);
            out.append(values.hasNext() ? itemSeparator : "");
        }
        if (!items.isEmpty()) {
            newLine(level);
        }
        out.append(']');
    }

    private void newLine(int level) {
        if (indent != NO_INDENT) {
            out.append('\n').repeat(' ', indent * level);
        }
    }

    private void string(String text) {
        out.append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '"' -> out.append("\\\"");
                case '\\' -> out.append("\\\\");
                case '\n' -> out.append("\\n");
                case '\r' -> out.append("\\r");
                case '\t' -> out.append("\\t");
                case '\b' -> out.append("\\b");
                case '\f' -> out.append("\\f");
                default -> {
                    if (c < ' ') {
                        out.append(String.format("\\u%04x", (int) c));
                    } else {
                        out.append(c);
                    }
                }
            }
        }
        out.append('"');
    }
}
