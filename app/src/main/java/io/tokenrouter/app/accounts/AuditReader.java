package io.tokenrouter.app.accounts;

import java.sql.Types;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.core.simple.JdbcClient.StatementSpec;
import org.springframework.stereotype.Component;

/** Reads the audit trail. Safe from any thread; blocks. */
@Component
public class AuditReader {

    private static final String COLUMNS =
            "SELECT id, recorded_at, actor, origin, action, subject, before, after, reason FROM audit_entries";

    /** Of times the driver tells the database no type, which it then asks for where one is compared with nothing. */
    private static final String WHERE = """
             WHERE (:actor IS NULL OR actor = :actor)
               AND (:topic IS NULL OR split_part(action, '.', 1) = :topic)
               AND (CAST(:from AS timestamptz) IS NULL OR recorded_at >= :from)
               AND (CAST(:until AS timestamptz) IS NULL OR recorded_at < :until)
               AND (:text IS NULL OR concat_ws(' ', subject, action, reason, before, after) ILIKE :text)
            """;

    private final JdbcClient database;

    AuditReader(JdbcClient database) {
        this.database = database;
    }

    /** Entries that fit, newest first. */
    public List<AuditEntry> entries(AuditQuery query) {
        return read(
                filtered(query, COLUMNS + WHERE + " AND (:before IS NULL OR id < :before) ORDER BY id DESC LIMIT :most")
                        .param("before", query.before(), Types.BIGINT)
                        .param("most", query.most()));
    }

    /** The newest so many, without those that tell who signed in and out. */
    public List<AuditEntry> changes(int most) {
        return read(
                database.sql(COLUMNS + " WHERE split_part(action, '.', 1) <> 'session' ORDER BY id DESC LIMIT :most")
                        .param("most", most));
    }

    /** How many fit, whatever page is asked for. */
    public long count(AuditQuery query) {
        return filtered(query, "SELECT count(*) FROM audit_entries" + WHERE)
                .query(Long.class)
                .single();
    }

    /** Everybody who is in it, by name. */
    public List<String> actors() {
        return database.sql("SELECT DISTINCT actor FROM audit_entries ORDER BY actor LIMIT 500")
                .query(String.class)
                .list();
    }

    private static List<AuditEntry> read(StatementSpec entries) {
        return entries.query((row, number) -> new AuditEntry(
                        row.getLong("id"),
                        row.getObject("recorded_at", OffsetDateTime.class).toInstant(),
                        row.getString("actor"),
                        row.getString("origin"),
                        row.getString("action"),
                        row.getString("subject"),
                        AuditJson.read(row.getString("before")),
                        AuditJson.read(row.getString("after")),
                        row.getString("reason")))
                .list();
    }

    private StatementSpec filtered(AuditQuery query, String sql) {
        return database.sql(sql)
                .param("actor", query.actor(), Types.VARCHAR)
                .param("topic", query.topic(), Types.VARCHAR)
                .param("from", time(query.from()), Types.TIMESTAMP_WITH_TIMEZONE)
                .param("until", time(query.until()), Types.TIMESTAMP_WITH_TIMEZONE)
                .param("text", pattern(query.text()), Types.VARCHAR);
    }

    private static @Nullable OffsetDateTime time(@Nullable Instant instant) {
        return instant == null ? null : OffsetDateTime.ofInstant(instant, ZoneOffset.UTC);
    }

    /** The text itself anywhere: its signs that mean something to LIKE mean themselves. */
    private static @Nullable String pattern(@Nullable String text) {
        return text == null ? null : "%" + text.replaceAll("[\\\\%_]", "\\\\$0") + "%";
    }
}
