package io.tokenrouter.app.keys;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** All keys at one moment, with whether one is needed. Never changes. */
final class KnownKeys {

    private final StoredAccess access;
    private final Map<KeyHash, KeyCaller> byHash;

    private KnownKeys(StoredAccess access, Map<KeyHash, KeyCaller> byHash) {
        this.access = access;
        this.byHash = byHash;
    }

    /** Maker of callers from keys and what was known of them. */
    @FunctionalInterface
    interface Callers {
        KeyCaller of(ApiKey key, Optional<KeyCaller> before);
    }

    /** Before anything was read: a key is needed, and none is there. */
    static KnownKeys none() {
        return new KnownKeys(new StoredAccess(true, 0), Map.of());
    }

    /** The next state; keys are those of the table, in its order. */
    KnownKeys next(StoredAccess access, List<StoredKey> keys, Callers callers) {
        Map<KeyHash, KeyCaller> next = new LinkedHashMap<>();
        for (StoredKey stored : keys) {
            next.put(stored.hash(), callers.of(stored.key(), find(stored.hash())));
        }
        return new KnownKeys(access, next);
    }

    Optional<KeyCaller> find(KeyHash hash) {
        return Optional.ofNullable(byHash.get(hash));
    }

    /** In the order in which they were made. */
    Collection<KeyCaller> all() {
        return byHash.values();
    }

    boolean required() {
        return access.required();
    }

    long version() {
        return access.version();
    }
}
