package io.tokenrouter.app.persistence;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;

/** What the records of generations say of policies. Blocks. */
@Component
public class PolicyFiguresStore {

    /** Records that are looked at, the newest: a bound on the time that it takes, whatever is kept. */
    public static final int MOST_RECORDS = 100_000;

    private final JdbcClient sql;

    PolicyFiguresStore(JdbcClient sql) {
        this.sql = sql;
    }

    /**
     * By version, newest first; versions that no record has are left out. Records of an earlier policy of the same name, which was
     * forgotten, are not counted.
     */
    @Transactional(readOnly = true)
    public List<PolicyFigures> of(String policy) {
        return sql.sql("""
                        SELECT g.policy_version, count(*) AS answers, sum(w.tokens) AS tokens,
                            sum(w.large_tokens) AS large_tokens, sum(g.switches) AS switches,
                            min(g.finished_at) AS first, max(g.finished_at) AS last
                        FROM (SELECT * FROM generations ORDER BY finished_at DESC LIMIT :most) g
                        JOIN policy_versions v ON v.policy_name = g.policy_name AND v.version = g.policy_version
                            AND g.finished_at >= v.created_at
                        LEFT JOIN pairs p ON p.id = g.target
                        CROSS JOIN LATERAL (
                            SELECT coalesce(sum(t.value::bigint), 0) AS tokens,
                                CASE WHEN p.id IS NOT NULL
                                    THEN coalesce(sum(t.value::bigint) FILTER (WHERE t.key = p.large_model_id), 0) END
                                    AS large_tokens
                            FROM jsonb_each_text(g.completion_tokens) t) w
                        WHERE g.policy_name = :policy
                        GROUP BY g.policy_version ORDER BY g.policy_version DESC
                        """)
                .param("policy", policy)
                .param("most", MOST_RECORDS)
                .query(PolicyFiguresStore::figures)
                .list();
    }

    private static PolicyFigures figures(ResultSet row, int number) throws SQLException {
        return new PolicyFigures(
                row.getInt("policy_version"),
                row.getLong("answers"),
                row.getLong("tokens"),
                nullable(row, "large_tokens"),
                row.getLong("switches"),
                row.getObject("first", OffsetDateTime.class).toInstant(),
                row.getObject("last", OffsetDateTime.class).toInstant());
    }

    private static @Nullable Long nullable(ResultSet row, String column) throws SQLException {
        long value = row.getLong(column);
        return row.wasNull() ? null : (Long) value;
    }
}
