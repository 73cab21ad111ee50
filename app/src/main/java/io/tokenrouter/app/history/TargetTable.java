package io.tokenrouter.app.history;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Component;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/** The table {@code target_throughput}. */
@Component
class TargetTable extends SpanTable<TargetSpan> {

    private static final List<String> COLUMNS = List.of(
            "seconds",
            "prompt_tokens",
            "ended",
            "failed",
            "cancelled",
            "switches",
            "running_seconds",
            "most_running",
            "waiting_seconds",
            "most_waiting",
            "tokens::jsonb",
            "first_token_times::bigint[]",
            "between_token_times::bigint[]");

    private static final TypeReference<Map<String, Long>> COUNTS = new TypeReference<>() {};
    private static final JsonMapper JSON = JsonMapper.builder().build();

    TargetTable(JdbcTemplate sql) {
        super(sql, "target_throughput", "target", COLUMNS);
    }

    @Override
    void fill(Columns columns, TargetSpan span) throws SQLException {
        columns.add(span.target())
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
                .add(span.betweenTokens());
    }

    @Override
    TargetSpan span(ResultSet row) throws SQLException {
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
