package io.tokenrouter.app.admin;

import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Usage as a table for spreadsheets (RFC 4180). Each model that wrote has a column of its own, so that every column can be
 * summed up.
 */
final class UsageCsv {

    private UsageCsv() {}

    static String of(List<UsageView> rows) {
        SortedSet<String> models = new TreeSet<>();
        rows.forEach(row -> models.addAll(row.completionTokensByModel().keySet()));
        StringBuilder csv = new StringBuilder();
        Csv.line(
                csv,
                Stream.concat(
                        Stream.of("day", "caller", "key", "target", "requests", "prompt_tokens", "completion_tokens"),
                        models.stream().map(model -> "completion_tokens of " + model)));
        for (UsageView row : rows) {
            Csv.line(
                    csv,
                    Stream.concat(
                            Stream.of(
                                    row.day(),
                                    row.caller(),
                                    row.keyName() == null ? "" : row.keyName(),
                                    row.target(),
                                    row.requests(),
                                    row.promptTokens(),
                                    row.completionTokens()),
                            models.stream()
                                    .map(model -> row.completionTokensByModel().getOrDefault(model, 0L))));
        }
        return csv.toString();
    }
}
