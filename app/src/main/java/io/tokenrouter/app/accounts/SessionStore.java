package io.tokenrouter.app.accounts;

import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Rows of {@code sessions}. Every call is one statement, part of a transaction where there is one, and may block. */
@Component
class SessionStore {

    /** A session of an account that may sign in. */
    record Stored(SignedIn user, Instant createdAt, Instant usedAt) {}

    private final JdbcClient database;

    SessionStore(JdbcClient database) {
        this.database = database;
    }

    void insert(byte[] tokenHash, String account, Instant now) {
        database.sql(
                        "INSERT INTO sessions (token_hash, account_name, created_at, used_at) VALUES (:hash, :name, :now, :now)")
                .param("hash", tokenHash)
                .param("name", account)
                .param("now", sqlTime(now))
                .update();
    }

    Optional<Stored> find(byte[] tokenHash) {
        return database.sql("""
                        SELECT s.created_at, s.used_at, a.name, a.role, a.must_change_password
                        FROM sessions s JOIN accounts a ON a.name = s.account_name
                        WHERE s.token_hash = :hash AND NOT a.disabled
                        """)
                .param("hash", tokenHash)
                .query((row, number) -> new Stored(
                        new SignedIn(
                                row.getString("name"),
                                Role.ofWord(row.getString("role")).orElseThrow(),
                                row.getBoolean("must_change_password")),
                        row.getObject("created_at", OffsetDateTime.class).toInstant(),
                        row.getObject("used_at", OffsetDateTime.class).toInstant()))
                .optional();
    }

    void used(byte[] tokenHash, Instant now) {
        database.sql("UPDATE sessions SET used_at = :now WHERE token_hash = :hash AND used_at < :now")
                .param("hash", tokenHash)
                .param("now", sqlTime(now))
                .update();
    }

    void delete(byte[] tokenHash) {
        database.sql("DELETE FROM sessions WHERE token_hash = :hash")
                .param("hash", tokenHash)
                .update();
    }

    void deleteAll(String account) {
        database.sql("DELETE FROM sessions WHERE account_name = :name")
                .param("name", account)
                .update();
    }

    /** Deletes what has ended by itself, and an account's oldest beyond so many. */
    void tidy(String account, int most, Instant usedBefore, Instant createdBefore) {
        database.sql("""
                        DELETE FROM sessions WHERE used_at < :usedBefore OR created_at < :createdBefore
                            OR token_hash IN (SELECT token_hash FROM sessions WHERE account_name = :name
                                              ORDER BY created_at DESC, token_hash OFFSET :most)
                        """)
                .param("usedBefore", sqlTime(usedBefore))
                .param("createdBefore", sqlTime(createdBefore))
                .param("name", account)
                .param("most", most)
                .update();
    }

    private static OffsetDateTime sqlTime(Instant time) {
        return OffsetDateTime.ofInstant(time, ZoneOffset.UTC);
    }
}
