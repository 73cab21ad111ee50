package io.tokenrouter.bench.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;

/** Rows of named figures, all with the same names in the same order. */
public final class Table {

    private final List<String> columns;
    private final List<Map<String, Object>> rows = new ArrayList<>();

    public Table(String... columns) {
        this.columns = List.of(columns);
    }

    /**
     * Adds a row.
     *
     * @param values one per column: strings, whole numbers, maps, or {@link Double}s, which are rounded to four digits; NaN for
     *     what was not measured
     */
    public Table add(Object... values) {
        if (values.length != columns.size()) {
            throw new IllegalArgumentException(values.length + " values for " + columns.size() + " columns");
        }
        Map<String, Object> row = new LinkedHashMap<>();
        for (int i = 0; i < values.length; i++) {
            row.put(columns.get(i), values[i] instanceof Double number ? rounded(number) : values[i]);
        }
        rows.add(row);
        return this;
    }

    /** For the JSON report. */
    public List<Map<String, Object>> rows() {
        return List.copyOf(rows);
    }

    /** Aligned columns, as Markdown shows tables. */
    public String text() {
        List<List<String>> cells = new ArrayList<>();
        cells.add(columns);
        for (Map<String, Object> row : rows) {
            cells.add(row.values().stream().map(Table::shown).toList());
        }
        int[] widths = new int[columns.size()];
        for (List<String> line : cells) {
            for (int i = 0; i < widths.length; i++) {
                widths[i] = Math.max(widths[i], line.get(i).length());
            }
        }
        StringBuilder text = new StringBuilder();
        for (int line = 0; line < cells.size(); line++) {
            for (int i = 0; i < widths.length; i++) {
                text.append("| ")
                        .append(padded(cells.get(line).get(i), widths[i]))
                        .append(' ');
            }
            text.append("|\n");
            if (line == 0) {
                for (int width : widths) {
                    text.append("| ").append("-".repeat(width)).append(' ');
                }
                text.append("|\n");
            }
        }
        return text.toString();
    }

    private static String padded(String cell, int width) {
        String space = " ".repeat(width - cell.length());
        boolean number = !cell.isEmpty() && (Character.isDigit(cell.charAt(0)) || cell.charAt(0) == '-');
        return number ? space + cell : cell + space;
    }

    private static String shown(Object value) {
        if (value instanceof Map<?, ?> map) {
            return map.isEmpty() ? "-" : JsonMapper.shared().writeValueAsString(map);
        }
        if (!(value instanceof Double number)) {
            return String.valueOf(value);
        }
        if (number.isNaN()) {
            return "-";
        }
        double magnitude = Math.abs(number);
        String format = magnitude >= 1000 ? "%.0f" : magnitude >= 100 ? "%.1f" : magnitude >= 10 ? "%.2f" : "%.4f";
        return String.format(Locale.ROOT, format, number);
    }

    /** Four digits behind the point below 100, so that JSON and table say the same. */
    private static Object rounded(double value) {
        if (Double.isNaN(value) || Double.isInfinite(value)) {
            return Double.NaN;
        }
        return Math.round(value * 1e4) / 1e4;
    }
}
