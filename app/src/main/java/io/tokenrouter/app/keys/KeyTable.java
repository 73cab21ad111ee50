package io.tokenrouter.app.keys;

import java.sql.Array;
import java.sql.ResultSet;
import java.sql.SQLException;
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

/**
 * The rows of {@code api_access} and {@code api_keys}. Plain SQL: arrays, a row that is locked first, and no repository that a
 * start would have to make ready. Every call may block and takes part in a transaction that there is.
 */
@Component
class KeyTable {

    private static final String COLUMNS = """
            id, hash, hint, name, owner, notes, models, may_route, requests_per_minute, tokens_per_minute, expires_at,
            created_at, created_by, revoked_at, last_used_at, version""";

    private final JdbcClient sql;
    private final JdbcTemplate batches;

    KeyTable(JdbcClient sql, JdbcTemplate batches) {
        this.sql = sql;
        this.batches = batches;
    }

    StoredAccess access() {
        return sql.sql("SELECT required, version FROM api_access")
                .query(KeyTable::accessOf)
                .single();
    }

    /** Begins a change: whoever wants to make another waits until this transaction ends. Returns the state after it. */
    StoredAccess beginChange() {
        return sql.sql("UPDATE api_access SET version = version + 1, changed_at = now() RETURNING required, version")
                .query(KeyTable::accessOf)
                .single();
    }

    void require(boolean required) {
        sql.sql("UPDATE api_access SET required = :required")
                .param("required", required)
                .update();
    }

    /** In the order in which they were made. */
    List<StoredKey> all() {
        return sql.sql("SELECT " + COLUMNS + " FROM api_keys ORDER BY created_at, id")
                .query(KeyTable::keyOf)
                .list();
    }

    Optional<StoredKey> find(UUID id) {
        return sql.sql("SELECT " + COLUMNS + " FROM api_keys WHERE id = :id")
                .param("id", id)
                .query(KeyTable::keyOf)
                .optional();
    }

    /** How many there are, revoked ones included. */
    int count() {
        return sql.sql("SELECT count(*) FROM api_keys").query(Integer.class).single();
    }

    /** Whether another key that is not revoked has the name. */
    boolean isNameTaken(String name, UUID otherThan) {
        return sql.sql("""
                        SELECT EXISTS (SELECT 1 FROM api_keys
                            WHERE lower(name) = lower(:name) AND revoked_at IS NULL AND id <> :id)
                        """)
                .param("name", name)
                .param("id", otherThan)
                .query(Boolean.class)
                .single();
    }

    void insert(StoredKey stored) {
        ApiKey key = stored.key();
        settings(sql.sql("""
                        INSERT INTO api_keys (id, hash, hint, name, owner, notes, models, may_route, requests_per_minute,
                            tokens_per_minute, expires_at, created_at, created_by)
                        VALUES (:id, :hash, :hint, :name, :owner, :notes, :models, :may_route, :requests, :tokens, :expires,
                            :created_at, :created_by)
                        """), key.settings())
                .param("id", key.id())
                .param("hash", stored.hash().bytes())
                .param("hint", key.hint())
                .param("created_at", timestamp(key.createdAt()))
                .param("created_by", key.createdBy())
                .update();
    }

    void update(UUID id, KeySettings settings) {
        settings(sql.sql("""
                        UPDATE api_keys SET name = :name, owner = :owner, notes = :notes, models = :models,
                            may_route = :may_route, requests_per_minute = :requests, tokens_per_minute = :tokens,
                            expires_at = :expires, version = version + 1
                        WHERE id = :id
                        """), settings).param("id", id).update();
    }

    void revoke(UUID id, Instant now) {
        sql.sql("UPDATE api_keys SET revoked_at = greatest(:now, created_at), version = version + 1 WHERE id = :id")
                .param("id", id)
                .param("now", timestamp(now))
                .update();
    }

    /** Changes no version: other servers need not know at once. */
    void used(Map<UUID, Instant> lastUses) {
        batches.batchUpdate(
                "UPDATE api_keys SET last_used_at = greatest(last_used_at, ?) WHERE id = ?",
                lastUses.entrySet().stream()
                        .map(use -> new Object[] {timestamp(use.getValue()), use.getKey()})
                        .toList());
    }

    private static JdbcClient.StatementSpec settings(JdbcClient.StatementSpec statement, KeySettings settings) {
        return statement
                .param("name", settings.name())
                .param("owner", settings.owner())
                .param("notes", settings.notes())
                .param("models", settings.models().toArray(String[]::new))
                .param("may_route", settings.mayRoute())
                .param("requests", settings.requestsPerMinute(), Types.INTEGER)
                .param("tokens", settings.tokensPerMinute(), Types.INTEGER)
                .param(
                        "expires",
                        settings.expiresAt() == null ? null : timestamp(settings.expiresAt()),
                        Types.TIMESTAMP_WITH_TIMEZONE);
    }

    private static StoredAccess accessOf(ResultSet row, int number) throws SQLException {
        return new StoredAccess(row.getBoolean("required"), row.getLong("version"));
    }

    private static StoredKey keyOf(ResultSet row, int number) throws SQLException {
        KeySettings settings = new KeySettings(
                row.getString("name"),
                row.getString("owner"),
                row.getString("notes"),
                texts(row.getArray("models")),
                row.getBoolean("may_route"),
                row.getObject("requests_per_minute", Integer.class),
                row.getObject("tokens_per_minute", Integer.class),
                instant(row, "expires_at"));
        return new StoredKey(
                new KeyHash(row.getBytes("hash")),
                new ApiKey(
                        row.getObject("id", UUID.class),
                        row.getString("hint"),
                        settings,
                        row.getObject("created_at", OffsetDateTime.class).toInstant(),
                        row.getString("created_by"),
                        instant(row, "revoked_at"),
                        instant(row, "last_used_at"),
                        row.getLong("version")));
    }

    private static List<String> texts(Array array) throws SQLException {
        return List.of((String[]) array.getArray());
    }

    private static @Nullable Instant instant(ResultSet row, String column) throws SQLException {
        OffsetDateTime time = row.getObject(column, OffsetDateTime.class);
        return time == null ? null : time.toInstant();
    }

    private static OffsetDateTime timestamp(Instant instant) {
        return instant.atOffset(ZoneOffset.UTC);
    }
}
