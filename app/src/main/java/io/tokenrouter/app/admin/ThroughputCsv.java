package io.tokenrouter.app.admin;

import io.tokenrouter.app.history.ThroughputHistory;
import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Throughput as a table: one line for each point of each model and target. Ids hold no comma and begin with a letter or digit, so
 * nothing has to be quoted and no spreadsheet takes one for a formula.
 */
final class ThroughputCsv {

    private static final String HEADER = "time,kind,id,tokens_per_second,large_share,rows_per_step,held_ms,step_ms,"
            + "waiting_rows,kv_usage,running,waiting,first_token_ms_p50,first_token_ms_p95,first_token_ms_p99,"
            + "between_tokens_ms_p50,between_tokens_ms_p95,between_tokens_ms_p99\r\n";

    private ThroughputCsv() {}

    static String of(ThroughputHistory history) {
        StringBuilder csv = new StringBuilder(HEADER);
        for (int i = 0; i < history.at().size(); i++) {
            String time = Instant.ofEpochSecond(history.at().get(i)).toString();
            for (ThroughputHistory.Model model : history.models()) {
                ThroughputHistory.ModelSeries series = model.series();
                line(
                        csv,
                        Stream.of(time, "model", model.model()),
                        i,
                        series.tokensPerSecond(),
                        null,
                        series.rowsPerStep(),
                        series.heldMillis(),
                        series.stepMillis(),
                        series.waitingRows(),
                        series.kvUsage());
            }
            for (ThroughputHistory.Target target : history.targets()) {
                ThroughputHistory.TargetSeries series = target.series();
                int point = i;
                double tokens = series.tokensPerSecond().values().stream()
                        .map(values -> values.get(point))
                        .filter(value -> value != null)
                        .mapToDouble(value -> value)
                        .sum();
                line(
                        csv,
                        Stream.of(time, "target", target.target()),
                        i,
                        series.running().get(i) == null ? null : constant(tokens, i),
                        series.largeShare(),
                        null,
                        null,
                        null,
                        null,
                        null,
                        series.running(),
                        series.waiting(),
                        series.firstTokenMillis().p50(),
                        series.firstTokenMillis().p95(),
                        series.firstTokenMillis().p99(),
                        series.betweenTokensMillis().p50(),
                        series.betweenTokensMillis().p95(),
                        series.betweenTokensMillis().p99());
            }
        }
        return csv.toString();
    }

    private static List<@Nullable Double> constant(double value, int point) {
        return Stream.<@Nullable Double>generate(() -> value).limit(point + 1L).toList();
    }

    @SafeVarargs
    private static void line(
            StringBuilder csv, Stream<String> head, int point, @Nullable List<@Nullable Double>... series) {
        String values = Stream.of(series)
                .map(values1 -> values1 == null || values1.get(point) == null ? "" : String.valueOf(values1.get(point)))
                .collect(Collectors.joining(","));
        csv.append(head.collect(Collectors.joining(","))).append(',').append(values);
        csv.append(",".repeat(15 - series.length)).append("\r\n");
    }
}
