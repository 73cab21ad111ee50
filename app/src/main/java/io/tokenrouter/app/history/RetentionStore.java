package io.tokenrouter.app.history;

import io.tokenrouter.app.persistence.StaleVersionException;
import java.time.Duration;
import java.util.Optional;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;

/** What operators decided about keeping history. Every call is one transaction and may block. */
@Component
class RetentionStore {

    private static final String NEWEST = """
            SELECT version, samples_seconds, minutes_seconds, hours_seconds
            FROM throughput_retention ORDER BY version DESC LIMIT 1
            """;

    private final JdbcTemplate sql;

    RetentionStore(JdbcTemplate sql) {
        this.sql = sql;
    }

    /** The newest decision; empty if there is none. */
    @Transactional(readOnly = true)
    public Optional<HistoryRetention> newest() {
        return read();
    }

    /**
     * Adds a decision.
     *
     * @param audit is told in the same transaction
     * @throws StaleVersionException if another version than {@code expected} is the newest
     */
    @Transactional
    public HistoryRetention put(long expected, Duration samples, Duration minutes, Duration hours, Runnable audit) {
        // whoever decides meanwhile waits here
        sql.execute("LOCK TABLE throughput_retention IN SHARE ROW EXCLUSIVE MODE");
        long current = read().map(HistoryRetention::version).orElse(0L);
        if (current != expected) {
            throw new StaleVersionException(expected, current);
        }
        sql.update(
                "INSERT INTO throughput_retention (samples_seconds, minutes_seconds, hours_seconds) VALUES (?, ?, ?)",
                samples.toSeconds(),
                minutes.toSeconds(),
                hours.toSeconds());
        audit.run();
        return read().orElseThrow();
    }

    private Optional<HistoryRetention> read() {
        return sql
                .query(
                        NEWEST,
                        (row, n) -> new HistoryRetention(
                                row.getLong("version"),
                                Duration.ofSeconds(row.getLong("samples_seconds")),
                                Duration.ofSeconds(row.getLong("minutes_seconds")),
                                Duration.ofSeconds(row.getLong("hours_seconds"))))
                .stream()
                .findFirst();
    }
}
