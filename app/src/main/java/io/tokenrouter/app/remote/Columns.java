package io.tokenrouter.app.remote;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/** A list as aligned columns, and one thing as lines of name and value. What a server says cannot steer a terminal. */
final class Columns {

    private static final String INDENT = "  ";

    /** Control characters, separators of lines, and what turns the direction of writing. */
    private static final Pattern STEERING =
            Pattern.compile("[\\p{Cc}\\u061c\\u200e\\u200f\\u2028-\\u202e\\u2066-\\u2069]");

    /** With a fraction, as the admin API tells times. */
    private static final Pattern TIME = Pattern.compile("^(\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2})\\.\\d{1,9}Z$");

    private Columns() {}

    /**
     * A row for each element.
     *
     * @param fields names of what is shown, as the admin API has them; also the headings
     */
    static void list(JsonNode rows, PrintWriter out, String... fields) {
        List<List<String>> lines = new ArrayList<>();
        List<String> headings = new ArrayList<>();
        for (String field : fields) {
            headings.add(heading(field));
        }
        lines.add(headings);
        for (JsonNode row : rows) {
            List<String> line = new ArrayList<>();
            for (String field : fields) {
                line.add(text(row.path(field)));
            }
            lines.add(line);
        }
        int[] widths = new int[fields.length];
        for (List<String> line : lines) {
            for (int i = 0; i < widths.length; i++) {
                widths[i] = Math.max(widths[i], line.get(i).length());
            }
        }
        for (List<String> line : lines) {
            StringBuilder row = new StringBuilder();
            for (int i = 0; i < widths.length; i++) {
                row.append(line.get(i))
                        .append(" ".repeat(widths[i] - line.get(i).length() + 2));
            }
            out.println(row.toString().stripTrailing());
        }
    }

    /** Everything that is told of one thing: a line for each value, what is nested indented below its name. */
    static void one(JsonNode node, PrintWriter out) {
        fields(node, "", out);
    }

    private static void fields(JsonNode node, String indent, PrintWriter out) {
        node.properties().forEach(field -> {
            String name = indent + heading(field.getKey()) + ":";
            JsonNode value = field.getValue();
            if (isTree(value)) {
                out.println(name);
                inside(value, indent + INDENT, out);
            } else {
                out.println(name + " " + text(value));
            }
        });
    }

    private static void inside(JsonNode tree, String indent, PrintWriter out) {
        if (tree.isObject()) {
            fields(tree, indent, out);
            return;
        }
        for (JsonNode element : tree) {
            out.println(indent + "-" + (isTree(element) ? "" : " " + text(element)));
            if (isTree(element)) {
                inside(element, indent + INDENT, out);
            }
        }
    }

    /** Whether it takes more than a line. */
    private static boolean isTree(JsonNode value) {
        return value.isArray()
                ? value.valueStream().anyMatch(JsonNode::isContainer)
                : value.isObject() && !value.isEmpty();
    }

    /** In one line, {@code -} for nothing. */
    static String text(JsonNode value) {
        if (value.isMissingNode() || value.isNull() || (value.isContainer() && value.isEmpty())) {
            return "-";
        }
        if (value.isArray()) {
            return value.valueStream().map(Columns::text).collect(Collectors.joining(", "));
        }
        if (value.isObject()) {
            return value.properties().stream()
                    .map(field -> plain(field.getKey()) + "=" + text(field.getValue()))
                    .collect(Collectors.joining(" "));
        }
        return value.asString().isEmpty() ? "-" : plain(wholeSeconds(value.asString()));
    }

    /** People read no fractions of a second; {@code --json} has them. */
    private static String wholeSeconds(String text) {
        return TIME.matcher(text).replaceFirst("$1Z");
    }

    private static String heading(String name) {
        return plain(name).replace('_', ' ');
    }

    /** In one line and without what would steer a terminal: such characters are shown as Java writes them in its sources. */
    static String plain(String text) {
        return STEERING.matcher(text).replaceAll(found -> {
            char character = found.group().charAt(0);
            return Matcher.quoteReplacement(
                    switch (character) {
                        case '\n' -> "\\n";
                        case '\r' -> "\\r";
                        case '\t' -> "\\t";
                        default -> String.format(Locale.ROOT, "\\u%04x", (int) character);
                    });
        });
    }
}
