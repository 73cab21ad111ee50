package io.tokenrouter.app.accounts;

import io.tokenrouter.engine.text.Characters;
import java.sql.Types;
import java.time.Clock;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Keeps the audit trail in Postgres. Plain SQL: rows are added and read by page, and each repository costs a start its time. */
@Component
class JdbcAuditTrail implements AuditTrail {

    private final JdbcClient database;
    private final Clock clock = Clock.systemUTC();

    JdbcAuditTrail(JdbcClient database) {
        this.database = database;
    }

    @Override
    public void record(
            Actor actor,
            String action,
            String subject,
            @Nullable Map<String, ?> before,
            @Nullable Map<String, ?> after,
            @Nullable String reason) {
        requireTopic(action);
        database.sql("""
                        INSERT INTO audit_entries (recorded_at, actor, origin, action, subject, before, after, reason)
                        VALUES (:at, :actor, :origin, :action, :subject, CAST(:before AS jsonb), CAST(:after AS jsonb), :reason)
                        """)
                .param("at", OffsetDateTime.now(clock.withZone(ZoneOffset.UTC)))
                .param("actor", actor.name())
                .param("origin", actor.origin())
                .param("action", action)
                .param("subject", subject)
                .param("before", AuditJson.write(before), Types.VARCHAR)
                .param("after", AuditJson.write(after), Types.VARCHAR)
                .param("reason", shortened(reason), Types.VARCHAR)
                .update();
    }

    /** Entries are looked for by topic: one of another would be found by nobody who does so. */
    private static void requireTopic(String action) {
        int dot = action.indexOf('.');
        if (dot < 0 || !TOPICS.contains(action.substring(0, dot))) {
            throw new IllegalArgumentException("'" + action + "' is no action of any topic");
        }
    }

    private static @Nullable String shortened(@Nullable String reason) {
        if (reason == null || reason.isBlank()) {
            return null;
        }
        return Characters.first(reason.strip().replace('\0', '\ufffd'), LONGEST_REASON);
    }
}
