package io.tokenrouter.app.requests;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.sql.Types;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/** Generations that ended, in the database. Every call is one transaction and may block. */
@Component
class RequestStore {

    private static final String SELECT = """
            SELECT g.*, r.small_model_id, r.large_model_id, r.tape, r.hops, r.omitted_hops
            FROM generations g LEFT JOIN generation_routes r ON r.generation_id = g.id
            """;

    private static final String INSERT = """
            INSERT INTO generation_routes
                (generation_id, finished_at, small_model_id, large_model_id, tape, hops, omitted_hops)
            VALUES (?, ?, ?, ?, ?, ?::jsonb, ?)
            """;

    private static final int LENGTH_OF_UUID = 36;
    private static final TypeReference<Map<String, Integer>> COUNTS = new TypeReference<>() {};
    private static final TypeReference<List<Hop>> HOPS = new TypeReference<>() {};

    private final JdbcClient client;
    private final JdbcTemplate sql;
    private final JsonMapper json = JsonMapper.builder().build();

    RequestStore(JdbcClient client, JdbcTemplate sql) {
        this.client = client;
        this.sql = sql;
    }

    /** Writes the ways of generations, all or none. */
    @Transactional
    public void write(List<EndedRequest> ended) {
        sql.batchUpdate(INSERT, ended.stream().map(this::row).toList());
    }

    /** Those that fit, newest first. */
    @Transactional(readOnly = true)
    public List<EndedRequest> find(RequestQuery query) {
        RequestQuery.Cursor before = query.before();
        return client.sql(SELECT + """
                        WHERE (:target IS NULL OR g.target = :target)
                          AND (:caller IS NULL OR g.caller = :caller)
                          AND (:all OR g.outcome = ANY (:outcomes))
                          AND (CAST(:text AS text) IS NULL OR g.request_id LIKE :prefix OR g.id = CAST(:record AS uuid))
                          AND (CAST(:at AS timestamptz) IS NULL OR (g.finished_at, g.id) < (:at, :id))
                        ORDER BY g.finished_at DESC, g.id DESC LIMIT :most
                        """)
                .param("target", query.target(), Types.VARCHAR)
                .param("caller", query.caller(), Types.VARCHAR)
                .param("all", query.outcomes().isEmpty())
                .param("outcomes", query.outcomes().toArray(String[]::new))
                .param("text", query.text(), Types.VARCHAR)
                .param("prefix", prefix(query.text()), Types.VARCHAR)
                .param("record", record(query.text()), Types.OTHER)
                .param(
                        "at",
                        before == null ? null : before.finishedAt().atOffset(ZoneOffset.UTC),
                        Types.TIMESTAMP_WITH_TIMEZONE)
                .param("id", before == null ? null : before.id(), Types.OTHER)
                .param("most", query.most())
                .query(this::ended)
                .list();
    }

    @Transactional(readOnly = true)
    public Optional<EndedRequest> find(UUID id) {
        return client.sql(SELECT + " WHERE g.id = :id")
                .param("id", id)
                .query(this::ended)
                .optional();
    }

    /** Deletes the ways of generations that ended before. */
    @Transactional
    public void deleteRoutesBefore(Instant limit) {
        sql.update("DELETE FROM generation_routes WHERE finished_at < ?", Timestamp.from(limit));
    }

    private Object[] row(EndedRequest ended) {
        Route route = ended.route();
        if (route == null) {
            throw new IllegalArgumentException("nothing is known of the way of " + ended.id());
        }
        return new Object[] {
            ended.id(),
            Timestamp.from(ended.finishedAt()),
            route.small(),
            route.large(),
            route.tape().text(),
            json.writeValueAsString(route.hops()),
            route.omittedHops()
        };
    }

    private EndedRequest ended(ResultSet row, int number) throws SQLException {
        String tape = row.getString("tape");
        Route route = tape == null
                ? null
                : new Route(
                        row.getString("small_model_id"),
                        row.getString("large_model_id"),
                        Tape.of(tape),
                        json.readValue(row.getString("hops"), HOPS),
                        row.getInt("omitted_hops"));
        Map<String, Integer> written = json.readValue(row.getString("completion_tokens"), COUNTS);
        Double first = number(row, "first_token_seconds");
        double total = row.getDouble("total_seconds");
        int version = row.getInt("policy_version");
        return new EndedRequest(
                new RequestEntry(
                        row.getObject("id", UUID.class),
                        row.getString("request_id"),
                        row.getString("target"),
                        route == null ? null : route.small(),
                        route == null ? null : route.large(),
                        row.getString("caller"),
                        row.getString("policy_name"),
                        row.getString("policy_name") == null ? null : (Integer) version,
                        row.getString("outcome"),
                        null,
                        row.getString("error_kind"),
                        row.getInt("prompt_tokens"),
                        row.getInt("cached_tokens"),
                        written,
                        json.readValue(row.getString("catch_up_tokens"), COUNTS),
                        row.getInt("discarded_tokens"),
                        row.getInt("switches"),
                        instant(row, "started_at"),
                        instant(row, "finished_at"),
                        row.getDouble("queued_seconds"),
                        first,
                        RequestEntry.betweenTokens(
                                written.values().stream()
                                        .mapToInt(Integer::intValue)
                                        .sum(),
                                first,
                                total),
                        total,
                        route == null ? null : route.tape()),
                route);
    }

    private static @Nullable String prefix(@Nullable String text) {
        return text == null ? null : text.replaceAll("([\\\\%_])", "\\\\$1") + "%";
    }

    /** The id of a record that a text is, so that its index is used; null for any other text. */
    private static @Nullable UUID record(@Nullable String text) {
        if (text == null || text.length() != LENGTH_OF_UUID) {
            return null;
        }
        try {
            return UUID.fromString(text);
        } catch (IllegalArgumentException another) {
            return null;
        }
    }

    private static @Nullable Double number(ResultSet row, String column) throws SQLException {
        double value = row.getDouble(column);
        return row.wasNull() ? null : (Double) value;
    }

    private static Instant instant(ResultSet row, String column) throws SQLException {
        return row.getObject(column, OffsetDateTime.class).toInstant();
    }
}
