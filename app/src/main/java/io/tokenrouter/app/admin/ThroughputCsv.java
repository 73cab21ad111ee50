package io.tokenrouter.app.admin;

import io.tokenrouter.app.history.ThroughputHistory;
import io.tokenrouter.app.history.ThroughputHistory.ModelSeries;
import io.tokenrouter.app.history.ThroughputHistory.TargetSeries;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Throughput as a table: one line for each point of each model and target; empty is what was not measured. Ids hold no comma and
 * begin with a letter or digit, so nothing has to be quoted and no spreadsheet takes one for a formula.
 */
final class ThroughputCsv {

    private static final String HEADER = "time,kind,id,tokens_per_second,large_share,rows_per_step,held_ms,step_ms,"
            + "waiting_rows,kv_usage,running,waiting,first_token_ms_p50,first_token_ms_p95,first_token_ms_p99,"
            + "between_tokens_ms_p50,between_tokens_ms_p95,between_tokens_ms_p99";

    private ThroughputCsv() {}

    static String of(ThroughputHistory history) {
        StringBuilder csv = new StringBuilder(HEADER).append("\r\n");
        for (int point = 0; point < history.at().size(); point++) {
            String time = Instant.ofEpochSecond(history.at().get(point)).toString();
            for (ThroughputHistory.Model model : history.models()) {
                csv.append(time).append(",model,").append(model.model());
                csv.append(values(model.series(), point)).append("\r\n");
            }
            for (ThroughputHistory.Target target : history.targets()) {
                csv.append(time).append(",target,").append(target.target());
                csv.append(values(target.series(), point)).append("\r\n");
            }
        }
        return csv.toString();
    }

    private static String values(ModelSeries series, int point) {
        return cells(
                series.tokensPerSecond().get(point),
                null,
                series.rowsPerStep().get(point),
                series.heldMillis().get(point),
                series.stepMillis().get(point),
                series.waitingRows().get(point),
                series.kvUsage().get(point),
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null);
    }

    private static String values(TargetSeries series, int point) {
        List<Double> byModel = series.tokensPerSecond().values().stream()
                .map(speeds -> speeds.get(point))
                .filter(Objects::nonNull)
                .toList();
        boolean measured = series.running().get(point) != null;
        return cells(
                measured
                        ? (Double) byModel.stream()
                                .mapToDouble(Double::doubleValue)
                                .sum()
                        : null,
                series.largeShare().get(point),
                null,
                null,
                null,
                null,
                null,
                series.running().get(point),
                series.waiting().get(point),
                series.firstTokenMillis().p50().get(point),
                series.firstTokenMillis().p95().get(point),
                series.firstTokenMillis().p99().get(point),
                series.betweenTokensMillis().p50().get(point),
                series.betweenTokensMillis().p95().get(point),
                series.betweenTokensMillis().p99().get(point));
    }

    private static String cells(@Nullable Double... values) {
        return Arrays.stream(values)
                .map(value -> value == null ? "," : "," + value)
                .collect(Collectors.joining());
    }
}
