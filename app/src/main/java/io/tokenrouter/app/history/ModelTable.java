package io.tokenrouter.app.history;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Component;

/** The table {@code model_throughput}. */
@Component
class ModelTable extends SpanTable<ModelSpan> {

    private static final List<String> COLUMNS = List.of(
            "seconds",
            "written_tokens",
            "extended_tokens",
            "prefill_tokens",
            "catch_up_tokens",
            "discarded_tokens",
            "prefix_hit_tokens",
            "steps",
            "rows_in_steps",
            "busy_seconds",
            "held_seconds",
            "steps_by_rows::bigint[]",
            "step_times::bigint[]",
            "held_times::bigint[]",
            "waiting_row_seconds",
            "most_waiting",
            "used_block_seconds",
            "most_used_blocks",
            "total_blocks");

    ModelTable(JdbcTemplate sql) {
        super(sql, "model_throughput", "model_id", COLUMNS);
    }

    @Override
    void fill(Columns columns, ModelSpan span) throws SQLException {
        columns.add(span.model())
                .add(span.startsAt())
                .add(span.seconds())
                .add(span.tokens().written())
                .add(span.tokens().extended())
                .add(span.tokens().prefill())
                .add(span.tokens().catchUp())
                .add(span.tokens().discarded())
                .add(span.tokens().prefixHits())
                .add(span.steps().count())
                .add(span.steps().rows())
                .add(span.steps().busySeconds())
                .add(span.steps().heldSeconds())
                .add(span.steps().byRows())
                .add(span.steps().times())
                .add(span.steps().held())
                .add(span.load().waitingRowSeconds())
                .add(span.load().mostWaiting())
                .add(span.load().usedBlockSeconds())
                .add(span.load().mostUsedBlocks())
                .add(span.load().totalBlocks());
    }

    @Override
    ModelSpan span(ResultSet row) throws SQLException {
        return new ModelSpan(
                row.getString("model_id"),
                Columns.time(row, "starts_at"),
                row.getDouble("seconds"),
                new ModelSpan.Tokens(
                        row.getLong("written_tokens"),
                        row.getLong("extended_tokens"),
                        row.getLong("prefill_tokens"),
                        row.getLong("catch_up_tokens"),
                        row.getLong("discarded_tokens"),
                        row.getLong("prefix_hit_tokens")),
                new ModelSpan.Steps(
                        row.getLong("steps"),
                        row.getLong("rows_in_steps"),
                        row.getDouble("busy_seconds"),
                        row.getDouble("held_seconds"),
                        Columns.counts(row, "steps_by_rows"),
                        Columns.counts(row, "step_times"),
                        Columns.counts(row, "held_times")),
                new ModelSpan.Load(
                        row.getDouble("waiting_row_seconds"),
                        row.getInt("most_waiting"),
                        row.getDouble("used_block_seconds"),
                        row.getInt("most_used_blocks"),
                        row.getInt("total_blocks")));
    }
}
