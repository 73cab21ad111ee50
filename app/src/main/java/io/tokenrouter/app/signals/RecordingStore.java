package io.tokenrouter.app.signals;

import io.tokenrouter.app.persistence.StaleVersionException;
import java.time.Duration;
import java.util.Optional;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;

/** What operators decided about recording signals. Every call is one transaction and may block. */
@Component
class RecordingStore {

    private static final String NEWEST =
            "SELECT version, share, most_bytes, kept_seconds FROM signal_recordings ORDER BY version DESC LIMIT 1";

    private final JdbcTemplate sql;

    RecordingStore(JdbcTemplate sql) {
        this.sql = sql;
    }

    /** The newest decision; empty if there is none. */
    @Transactional(readOnly = true)
    public Optional<SignalRecording> newest() {
        return read();
    }

    /**
     * Adds a decision.
     *
     * @param audit is told in the same transaction
     * @throws StaleVersionException if another version than {@code expected} is the newest
     */
    @Transactional
    public SignalRecording put(long expected, SignalRecording wanted, Runnable audit) {
        // whoever decides meanwhile waits here
        sql.execute("LOCK TABLE signal_recordings IN SHARE ROW EXCLUSIVE MODE");
        long current = read().map(SignalRecording::version).orElse(0L);
        if (current != expected) {
            throw new StaleVersionException(expected, current);
        }
        sql.update(
                "INSERT INTO signal_recordings (share, most_bytes, kept_seconds) VALUES (?, ?, ?)",
                wanted.share(),
                wanted.mostBytes(),
                wanted.kept().toSeconds());
        audit.run();
        return read().orElseThrow();
    }

    private Optional<SignalRecording> read() {
        return sql
                .query(
                        NEWEST,
                        (row, n) -> new SignalRecording(
                                row.getLong("version"),
                                row.getDouble("share"),
                                row.getLong("most_bytes"),
                                Duration.ofSeconds(row.getLong("kept_seconds"))))
                .stream()
                .findFirst();
    }
}
