package io.tokenrouter.app.keys;

import java.security.SecureRandom;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataAccessResourceFailureException;

/** Keys as the database would tell them, while it is not told to be away. */
final class KeysInMemory extends KeyReader {

    private static final SecureRandom RANDOM = new SecureRandom();

    private final List<StoredKey> keys = new ArrayList<>();
    final List<Map<UUID, Instant>> lastUses = new ArrayList<>();
    private long version = 1;
    boolean required = true;
    boolean away;

    @Nullable
    RuntimeException fault;

    Runnable whileWriting = () -> {};
    int reads;

    @SuppressWarnings("NullAway") // a table that is never asked
    KeysInMemory() {
        super(null);
    }

    static KeySettings settings(String name, String... models) {
        return new KeySettings(name, "", "", List.of(models), true, null, null, null);
    }

    /** Makes a key and tells it, as its owner has it. */
    KeySecret add(KeySettings settings) {
        KeySecret secret = KeySecret.random(RANDOM);
        Instant made = Instant.parse("2026-11-01T00:00:00Z");
        keys.add(new StoredKey(
                secret.hash(), new ApiKey(UUID.randomUUID(), secret.hint(), settings, made, "admin", null, null, 1)));
        version++;
        return secret;
    }

    void replace(KeySecret secret, KeySettings settings, @Nullable Instant revokedAt) {
        keys.replaceAll(stored -> stored.hash().equals(secret.hash())
                ? new StoredKey(
                        stored.hash(),
                        new ApiKey(
                                stored.key().id(),
                                stored.key().hint(),
                                settings,
                                stored.key().createdAt(),
                                "admin",
                                revokedAt,
                                null,
                                stored.key().version() + 1))
                : stored);
        version++;
    }

    @Override
    long version() {
        answer();
        return version;
    }

    @Override
    Read read() {
        answer();
        reads++;
        return new Read(new StoredAccess(required, version), List.copyOf(keys));
    }

    @Override
    void used(Map<UUID, Instant> uses) {
        answer();
        whileWriting.run();
        lastUses.add(Map.copyOf(uses));
    }

    private void answer() {
        if (away) {
            throw new DataAccessResourceFailureException("away");
        }
        if (fault != null) {
            throw fault;
        }
    }
}
