package io.tokenrouter.app.history;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Component;

/** The table {@code model_throughput}. Blocks; takes part in the transaction of its caller. */
@Component
class ModelTable {

    /** A row that is there is made anew, so the same written twice is there once. */
    private static final String PUT = """
            INSERT INTO model_throughput (resolution, model_id, starts_at, seconds, written_tokens, extended_tokens,
                prefill_tokens, catch_up_tokens, discarded_tokens, prefix_hit_tokens, steps, rows_in_steps, busy_seconds,
                held_seconds, steps_by_rows, step_times, held_times, waiting_row_seconds, most_waiting, used_block_seconds,
                most_used_blocks, total_blocks)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?::bigint[], ?::bigint[], ?::bigint[], ?, ?, ?, ?, ?)
            ON CONFLICT (resolution, model_id, starts_at) DO UPDATE SET seconds = excluded.seconds,
                written_tokens = excluded.written_tokens, extended_tokens = excluded.extended_tokens,
                prefill_tokens = excluded.prefill_tokens, catch_up_tokens = excluded.catch_up_tokens,
                discarded_tokens = excluded.discarded_tokens, prefix_hit_tokens = excluded.prefix_hit_tokens,
                steps = excluded.steps, rows_in_steps = excluded.rows_in_steps, busy_seconds = excluded.busy_seconds,
                held_seconds = excluded.held_seconds, steps_by_rows = excluded.steps_by_rows,
                step_times = excluded.step_times, held_times = excluded.held_times,
                waiting_row_seconds = excluded.waiting_row_seconds, most_waiting = excluded.most_waiting,
                used_block_seconds = excluded.used_block_seconds, most_used_blocks = excluded.most_used_blocks,
                total_blocks = excluded.total_blocks
            """;

    private static final String BETWEEN = """
            SELECT * FROM model_throughput WHERE resolution = ? AND starts_at >= ? AND starts_at < ? ORDER BY starts_at
            """;

    private final JdbcTemplate sql;

    ModelTable(JdbcTemplate sql) {
        this.sql = sql;
    }

    void put(Resolution resolution, List<ModelSpan> spans) {
        sql.batchUpdate(
                PUT,
                spans,
                Math.max(1, spans.size()),
                (statement, span) -> new Columns(statement)
                        .add(resolution.seconds())
                        .add(span.model())
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
                        .add(span.load().totalBlocks()));
    }

    /** Spans that begin from {@code from} on and before {@code to}, in their order. */
    List<ModelSpan> between(Resolution resolution, Instant from, Instant to) {
        return sql.query(BETWEEN, (row, n) -> span(row), resolution.seconds(), Columns.time(from), Columns.time(to));
    }

    private static ModelSpan span(ResultSet row) throws SQLException {
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
