package io.tokenrouter.app.persistence;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;

/** Usage by caller and day (UTC). Every call is one transaction and may block. */
@Component
public class UsageStore {

    private final JdbcClient sql;

    UsageStore(JdbcClient sql) {
        this.sql = sql;
    }

    /**
     * Usage of a span of days, by day, caller and target.
     *
     * @param to the last day, included
     * @param most rows
     */
    @Transactional(readOnly = true)
    public List<Usage> between(LocalDate from, LocalDate to, int most) {
        return sql.sql("""
                        SELECT r.day, r.caller, r.target, r.requests, r.prompt_tokens, w.models, w.tokens
                        FROM usage_requests r CROSS JOIN LATERAL (
                            SELECT coalesce(array_agg(t.model ORDER BY t.model), '{}') AS models,
                                coalesce(array_agg(t.completion_tokens ORDER BY t.model), '{}') AS tokens
                            FROM usage_tokens t WHERE t.day = r.day AND t.caller = r.caller AND t.target = r.target) w
                        WHERE r.day BETWEEN :from AND :to
                        ORDER BY r.day, r.caller, r.target LIMIT :most
                        """)
                .param("from", from)
                .param("to", to)
                .param("most", most)
                .query(UsageStore::usage)
                .list();
    }

    private static Usage usage(ResultSet row, int number) throws SQLException {
        String[] models = (String[]) row.getArray("models").getArray();
        Long[] tokens = (Long[]) row.getArray("tokens").getArray();
        Map<String, Long> written = new LinkedHashMap<>();
        for (int i = 0; i < models.length; i++) {
            written.put(models[i], tokens[i]);
        }
        return new Usage(
                row.getObject("day", LocalDate.class),
                row.getString("caller"),
                row.getString("target"),
                row.getLong("requests"),
                row.getLong("prompt_tokens"),
                written);
    }
}
