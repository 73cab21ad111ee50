package io.tokenrouter.app.requests;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/** Generations that ended, in the database. Every call is one transaction and may block. */
@Component
class RequestStore {

    private static final String ONE = """
            SELECT g.*, r.small_model_id, r.large_model_id, r.tape, r.hops, r.omitted_hops
            FROM generations g LEFT JOIN generation_routes r ON r.generation_id = g.id
            WHERE g.id = :id
            """;

    private static final String INSERT = """
            INSERT INTO generation_routes
                (generation_id, finished_at, small_model_id, large_model_id, tape, hops, omitted_hops)
            VALUES (?, ?, ?, ?, ?, ?::jsonb, ?)
            """;

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
    public List<RequestEntry> find(RequestQuery query) {
        RequestSearch search = RequestSearch.of(query);
        return client.sql(search.sql())
                .params(search.values())
                .query((row, number) -> RequestRow.entry(row))
                .list();
    }

    @Transactional(readOnly = true)
    public Optional<EndedRequest> find(UUID id) {
        return client.sql(ONE)
                .param("id", id)
                .query((row, number) -> ended(row))
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

    private EndedRequest ended(ResultSet row) throws SQLException {
        RequestEntry entry = RequestRow.entry(row);
        Tape tape = entry.tape();
        return new EndedRequest(
                entry,
                tape == null
                        ? null
                        : new Route(
                                entry.small(),
                                entry.large(),
                                tape,
                                json.readValue(row.getString("hops"), HOPS),
                                row.getInt("omitted_hops")));
    }
}
