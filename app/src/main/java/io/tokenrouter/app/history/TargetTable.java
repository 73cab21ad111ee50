package io.tokenrouter.app.history;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Component;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/** The table {@code target_throughput}. Blocks; takes part in the transaction of its caller. */
@Component
class TargetTable {

    private static final String PUT = """
            INSERT INTO target_throughput (resolution, target, starts_at, seconds, prompt_tokens, ended, failed, cancelled,
                switches, running_seconds, most_running, waiting_seconds, most_waiting, tokens, first_token_times,
                between_token_times)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?::jsonb, ?::bigint[], ?::bigint[])
            ON CONFLICT (resolution, target, starts_at) DO UPDATE SET seconds = excluded.seconds,
                prompt_tokens = excluded.prompt_tokens, ended = excluded.ended, failed = excluded.failed,
                cancelled = excluded.cancelled, switches = excluded.switches, running_seconds = excluded.running_seconds,
                most_running = excluded.most_running, waiting_seconds = excluded.waiting_seconds,
                most_waiting = excluded.most_waiting, tokens = excluded.tokens,
                first_token_times = excluded.first_token_times, between_token_times = excluded.between_token_times
            """;

    private static final String BETWEEN = """
            SELECT * FROM target_throughput WHERE resolution = ? AND starts_at >= ? AND starts_at < ? ORDER BY starts_at
            """;

    private static final TypeReference<Map<String, Long>> COUNTS = new TypeReference<>() {};
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final JdbcTemplate sql;

    TargetTable(JdbcTemplate sql) {
        this.sql = sql;
    }

    void put(Resolution resolution, List<TargetSpan> spans) {
        sql.batchUpdate(
                PUT,
                spans,
                Math.max(1, spans.size()),
                (statement, span) -> new Columns(statement)
                        .add(resolution.seconds())
                        .add(span.target())
                        .add(span.startsAt())
                        .add(span.seconds())
                        .add(span.requests().promptTokens())
                        .add(span.requests().ended())
                        .add(span.requests().failed())
                        .add(span.requests().cancelled())
                        .add(span.requests().switches())
                        .add(span.requests().runningSeconds())
                        .add(span.requests().mostRunning())
                        .add(span.requests().waitingSeconds())
                        .add(span.requests().mostWaiting())
                        .add(JSON.writeValueAsString(span.tokens()))
                        .add(span.firstToken())
                        .add(span.betweenTokens()));
    }

    /** Spans that begin from {@code from} on and before {@code to}, in their order. */
    List<TargetSpan> between(Resolution resolution, Instant from, Instant to) {
        return sql.query(BETWEEN, (row, n) -> span(row), resolution.seconds(), Columns.time(from), Columns.time(to));
    }

    private static TargetSpan span(ResultSet row) throws SQLException {
        return new TargetSpan(
                row.getString("target"),
                Columns.time(row, "starts_at"),
                row.getDouble("seconds"),
                new TargetSpan.Requests(
                        row.getLong("prompt_tokens"),
                        row.getLong("ended"),
                        row.getLong("failed"),
                        row.getLong("cancelled"),
                        row.getLong("switches"),
                        row.getDouble("running_seconds"),
                        row.getInt("most_running"),
                        row.getDouble("waiting_seconds"),
                        row.getInt("most_waiting")),
                JSON.readValue(row.getString("tokens"), COUNTS),
                Columns.counts(row, "first_token_times"),
                Columns.counts(row, "between_token_times"));
    }
}
