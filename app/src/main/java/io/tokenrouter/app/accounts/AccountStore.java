package io.tokenrouter.app.accounts;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Rows of {@code accounts}. Every call is one statement, part of a transaction where there is one, and may block. */
@Component
class AccountStore {

    /** @param hash of the password */
    record Stored(Account account, String hash) {}

    private static final String COLUMNS =
            "name, role, disabled, must_change_password, version, created_at, last_sign_in_at, password_hash";

    private final JdbcClient database;

    AccountStore(JdbcClient database) {
        this.database = database;
    }

    boolean isEmpty() {
        return database.sql("SELECT NOT EXISTS (SELECT 1 FROM accounts)")
                .query(Boolean.class)
                .single();
    }

    List<Account> all() {
        return database.sql("SELECT " + COLUMNS + " FROM accounts ORDER BY name")
                .query((row, number) -> stored(row).account())
                .list();
    }

    Optional<Stored> find(String name) {
        return database.sql("SELECT " + COLUMNS + " FROM accounts WHERE name = :name")
                .param("name", name)
                .query((row, number) -> stored(row))
                .optional();
    }

    /** All accounts, held until the transaction ends: whoever else wants to change one waits. */
    List<Account> lockAll() {
        return database.sql("SELECT " + COLUMNS + " FROM accounts ORDER BY name FOR UPDATE")
                .query((row, number) -> stored(row).account())
                .list();
    }

    /** An account whose password has to be changed; false if the name is taken. */
    boolean insert(String name, String hash, Role role) {
        return database.sql("""
                        INSERT INTO accounts (name, password_hash, role) VALUES (:name, :hash, :role)
                        ON CONFLICT (name) DO NOTHING
                        """)
                        .param("name", name)
                        .param("hash", hash)
                        .param("role", role.word())
                        .update()
                == 1;
    }

    void update(String name, Role role, boolean disabled) {
        database.sql("""
                        UPDATE accounts SET role = :role, disabled = :disabled, version = version + 1 WHERE name = :name
                        """)
                .param("name", name)
                .param("role", role.word())
                .param("disabled", disabled)
                .update();
    }

    /** @param mustChange whether somebody else knows it */
    void setPassword(String name, String hash, boolean mustChange) {
        database.sql("""
                        UPDATE accounts SET password_hash = :hash, must_change_password = :mustChange, version = version + 1
                        WHERE name = :name
                        """)
                .param("name", name)
                .param("hash", hash)
                .param("mustChange", mustChange)
                .update();
    }

    void signedIn(String name, Instant at) {
        database.sql("UPDATE accounts SET last_sign_in_at = :at WHERE name = :name")
                .param("name", name)
                .param("at", OffsetDateTime.ofInstant(at, ZoneOffset.UTC))
                .update();
    }

    private static Stored stored(ResultSet row) throws SQLException {
        OffsetDateTime last = row.getObject("last_sign_in_at", OffsetDateTime.class);
        Account account = new Account(
                row.getString("name"),
                Role.ofWord(row.getString("role")).orElseThrow(),
                row.getBoolean("disabled"),
                row.getBoolean("must_change_password"),
                row.getLong("version"),
                row.getObject("created_at", OffsetDateTime.class).toInstant(),
                last == null ? null : last.toInstant());
        return new Stored(account, row.getString("password_hash"));
    }
}
