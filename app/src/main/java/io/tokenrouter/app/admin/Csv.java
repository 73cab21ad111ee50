package io.tokenrouter.app.admin;

import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Lines of a table for spreadsheets (RFC 4180). */
final class Csv {

    private static final String END = "\r\n";

    private Csv() {}

    static void line(StringBuilder csv, Stream<?> values) {
        csv.append(values.map(value -> cell(value.toString())).collect(Collectors.joining(",")))
                .append(END);
    }

    /** A name that begins like a formula would be computed by the spreadsheet that opens it. */
    private static String cell(String text) {
        String harmless = !text.isEmpty() && "=+-@\t\r".indexOf(text.charAt(0)) >= 0 ? "'" + text : text;
        return harmless.chars().anyMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r')
                ? '"' + harmless.replace("\"", "\"\"") + '"'
                : harmless;
    }
}
