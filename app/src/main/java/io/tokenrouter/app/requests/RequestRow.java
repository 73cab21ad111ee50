package io.tokenrouter.app.requests;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/** A generation as the database keeps it: a row of {@code generations} with what is known of its route. */
final class RequestRow {

    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final TypeReference<Map<String, Integer>> COUNTS = new TypeReference<>() {};

    private RequestRow() {}

    static RequestEntry entry(ResultSet row) throws SQLException {
        String tape = row.getString("tape");
        String policy = row.getString("policy_name");
        int version = row.getInt("policy_version");
        Map<String, Integer> written = JSON.readValue(row.getString("completion_tokens"), COUNTS);
        int tokens = written.values().stream().mapToInt(Integer::intValue).sum();
        Double first = number(row, "first_token_seconds");
        double total = row.getDouble("total_seconds");
        return new RequestEntry(
                row.getObject("id", UUID.class),
                row.getString("request_id"),
                row.getString("target"),
                row.getString("small_model_id"),
                row.getString("large_model_id"),
                row.getString("caller"),
                policy,
                policy == null ? null : (Integer) version,
                row.getString("outcome"),
                null,
                row.getString("error_kind"),
                row.getInt("prompt_tokens"),
                row.getInt("cached_tokens"),
                written,
                JSON.readValue(row.getString("catch_up_tokens"), COUNTS),
                row.getInt("discarded_tokens"),
                row.getInt("switches"),
                instant(row, "started_at"),
                instant(row, "finished_at"),
                row.getDouble("queued_seconds"),
                first,
                RequestEntry.betweenTokens(tokens, first, total),
                total,
                tape == null ? null : Tape.of(tape));
    }

    private static @Nullable Double number(ResultSet row, String column) throws SQLException {
        double value = row.getDouble(column);
        return row.wasNull() ? null : (Double) value;
    }

    private static Instant instant(ResultSet row, String column) throws SQLException {
        return row.getObject(column, OffsetDateTime.class).toInstant();
    }
}
