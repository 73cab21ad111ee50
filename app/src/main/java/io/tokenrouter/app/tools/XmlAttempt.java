package io.tokenrouter.app.tools;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * A call as Qwen3-Coder writes it: {@code <function=name>}, then {@code <parameter=key>} with a value on lines of its own for each
 * argument, then {@code </function>}. Values have no quotes and may have markup: one ends at the first end tag behind which another
 * key or the end of the call stands. Nothing is told before the end of the call.
 */
final class XmlAttempt implements CallAttempt {

    static final String OPENING = "<function=";

    private static final String CLOSING = "</function>";
    static final String KEY = "<parameter=";
    static final String END_OF_VALUE = "</parameter>";
    static final int MOST_OF_NAME = 256;

    private enum Inside {
        OPENING,
        NAME,
        GAP,
        KEY,
        VALUE
    }

    private final Map<String, Tool> tools;
    private final CallSink sink;
    private final StringBuilder text = new StringBuilder();
    private final ObjectNode arguments = CallJson.object();
    private Inside inside;
    /** Where the part that is being read begins. */
    private int from;

    private @Nullable Tool tool;
    private @Nullable String key;
    private int valueFrom;
    private int valueEnd;
    /** Follows a value that begins as JSON, so that an end tag in one of its strings is none. */
    private @Nullable JsonScanner json;

    /** @param openingRead whether {@link #OPENING} has been read before */
    XmlAttempt(Map<String, Tool> tools, CallSink sink, boolean openingRead) {
        this.tools = tools;
        this.sink = sink;
        this.inside = openingRead ? Inside.NAME : Inside.OPENING;
    }

    @Override
    public Verdict accept(char c) {
        text.append(c);
        return switch (inside) {
            case OPENING -> opening();
            case NAME -> name(c);
            case GAP -> gap();
            case KEY -> key(c);
            case VALUE -> value(c);
        };
    }

    private Verdict opening() {
        if (text.length() == OPENING.length()) {
            begin(Inside.NAME);
        }
        return OPENING.startsWith(text.substring(0, Math.min(text.length(), OPENING.length())))
                ? Verdict.MORE
                : Verdict.TEXT;
    }

    private Verdict name(char c) {
        if (c == '<' || text.length() - from > MOST_OF_NAME) {
            return Verdict.TEXT;
        }
        if (c == '>') {
            tool = tools.get(text.substring(from, text.length() - 1).strip());
            begin(Inside.GAP);
        }
        return c == '>' && tool == null ? Verdict.TEXT : Verdict.MORE;
    }

    /** Between values. */
    private Verdict gap() {
        while (from < text.length() && Character.isWhitespace(text.charAt(from))) {
            from++;
        }
        String tag = text.substring(from);
        if (tag.equals(CLOSING)) {
            keepValue();
            return tool != null && sink.call(tool.name(), CallJson.compact(arguments)) ? Verdict.END : Verdict.TEXT;
        }
        if (tag.equals(KEY)) {
            begin(Inside.KEY);
            return Verdict.MORE;
        }
        return CLOSING.startsWith(tag) || KEY.startsWith(tag) ? Verdict.MORE : backIntoValue();
    }

    private Verdict key(char c) {
        if (c == '<' || text.length() - from > MOST_OF_NAME) {
            return backIntoValue();
        }
        if (c == '>') {
            keepValue();
            key = text.substring(from, text.length() - 1).strip();
            valueFrom = text.length();
            json = tool != null && XmlValue.isText(tool.parameters(), key) ? null : new JsonScanner();
            begin(Inside.VALUE);
        }
        return Verdict.MORE;
    }

    private Verdict value(char c) {
        if (json != null) {
            JsonScanner.Verdict verdict = json.accept(c);
            if (verdict == JsonScanner.Verdict.MORE) {
                return Verdict.MORE;
            }
            json = null;
            if (verdict != JsonScanner.Verdict.END && endsValue(text.length() - 1)) {
                // a string without an end, behind which a line ends
                return gap();
            }
        }
        endsValue(text.length());
        return Verdict.MORE;
    }

    /** Whether an end tag stands before this place; if so, the gap behind it begins. */
    private boolean endsValue(int place) {
        int end = place - END_OF_VALUE.length();
        boolean ends = end >= valueFrom && text.indexOf(END_OF_VALUE, end) == end;
        if (ends) {
            valueEnd = end;
            inside = Inside.GAP;
            from = place;
        }
        return ends;
    }

    /** The end tag was part of the value. */
    private Verdict backIntoValue() {
        if (key == null) {
            return Verdict.TEXT;
        }
        begin(Inside.VALUE);
        return Verdict.MORE;
    }

    private void keepValue() {
        if (key != null && tool != null) {
            arguments.set(key, XmlValue.read(text.substring(valueFrom, valueEnd), tool.parameters(), key));
        }
    }

    private void begin(Inside part) {
        inside = part;
        from = text.length();
    }
}
