package io.tokenrouter.app.remote;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/** A list as aligned columns, and one thing as lines of name and value. What a server says is shown without control characters. */
final class Columns {

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
            headings.add(field.replace('_', ' '));
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

    /** Everything that is told of one thing, but what is nested deeper than once. */
    static void one(JsonNode node, PrintWriter out) {
        node.properties().forEach(field -> {
            if (field.getValue().isObject()) {
                out.println(plain(field.getKey()).replace('_', ' ') + ":");
                field.getValue()
                        .properties()
                        .forEach(inner -> out.println(line("  " + inner.getKey(), inner.getValue())));
            } else {
                out.println(line(field.getKey(), field.getValue()));
            }
        });
    }

    private static String line(String name, JsonNode value) {
        return plain(name).replace('_', ' ') + ": " + text(value);
    }

    static String text(JsonNode value) {
        if (value.isMissingNode() || value.isNull()) {
            return "-";
        }
        if (value.isArray()) {
            return value.isEmpty()
                    ? "-"
                    : value.valueStream().map(Columns::text).collect(Collectors.joining(", "));
        }
        String text = value.isValueNode() ? value.asString() : value.toString();
        return text.isEmpty() ? "-" : plain(text);
    }

    /** Without characters that would steer a terminal. */
    static String plain(String text) {
        return text.replaceAll("\\p{Cc}", "?");
    }
}
