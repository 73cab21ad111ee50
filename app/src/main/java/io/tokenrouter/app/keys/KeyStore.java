package io.tokenrouter.app.keys;

import io.tokenrouter.app.accounts.Actor;
import io.tokenrouter.app.accounts.AuditTrail;
import io.tokenrouter.app.persistence.StaleVersionException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.OptionalLong;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;

/**
 * Changes of keys and of whether one is needed. Every call is one transaction with its entry in the audit trail, and may block;
 * changes come one after the other.
 */
@Component
@Transactional
class KeyStore {

    private static final int MOST_KEYS = 10_000;

    private final KeyTable table;
    private final AuditTrail audit;

    KeyStore(KeyTable table, AuditTrail audit) {
        this.table = table;
        this.audit = audit;
    }

    /** Keeps a new key. The first makes keys necessary: who makes one wants it asked for. */
    void create(Actor actor, StoredKey made, @Nullable String reason) {
        StoredAccess access = table.beginChange();
        int known = table.count();
        if (known >= MOST_KEYS) {
            throw new KeyConflictException("There are " + known + " keys already, which is as many as there may be.");
        }
        refuseTakenName(made.key().settings().name(), made.key().id());
        table.insert(made);
        audit.record(
                actor,
                "key.create",
                made.key().settings().name(),
                null,
                facts(made.key().hint(), made.key().settings()),
                reason);
        if (known == 0 && !access.required()) {
            putRequired(actor, true, "the first key was made");
        }
    }

    ApiKey change(Actor actor, UUID id, OptionalLong expectedVersion, KeySettings settings, @Nullable String reason) {
        table.beginChange();
        ApiKey before = verified(id, expectedVersion);
        if (before.settings().equals(settings)) {
            return before;
        }
        refuseTakenName(settings.name(), id);
        table.update(id, settings);
        audit.record(
                actor,
                "key.change",
                settings.name(),
                facts(before.hint(), before.settings()),
                facts(before.hint(), settings),
                reason);
        return found(id);
    }

    ApiKey revoke(Actor actor, UUID id, OptionalLong expectedVersion, Instant now, @Nullable String reason) {
        table.beginChange();
        ApiKey before = verified(id, expectedVersion);
        table.revoke(id, now);
        audit.record(
                actor, "key.revoke", before.settings().name(), facts(before.hint(), before.settings()), null, reason);
        return found(id);
    }

    /** Turns on or off that the API asks for a key. */
    void require(Actor actor, OptionalLong expectedVersion, boolean required, @Nullable String reason) {
        StoredAccess access = table.beginChange();
        long before = access.version() - 1;
        if (expectedVersion.isPresent() && expectedVersion.getAsLong() != before) {
            throw new StaleVersionException(expectedVersion.getAsLong(), before);
        }
        if (access.required() != required) {
            putRequired(actor, required, reason);
        }
    }

    private void putRequired(Actor actor, boolean required, @Nullable String reason) {
        table.require(required);
        audit.record(
                actor,
                required ? "api-access.require-keys" : "api-access.open",
                "api",
                Map.of("keys_required", !required),
                Map.of("keys_required", required),
                reason);
    }

    private ApiKey verified(UUID id, OptionalLong expectedVersion) {
        ApiKey key = found(id);
        if (expectedVersion.isPresent() && expectedVersion.getAsLong() != key.version()) {
            throw new StaleVersionException(expectedVersion.getAsLong(), key.version());
        }
        if (key.revokedAt() != null) {
            throw new KeyConflictException("This key was revoked, which is for good. Make a new one.");
        }
        return key;
    }

    private ApiKey found(UUID id) {
        return table.find(id)
                .map(StoredKey::key)
                .orElseThrow(() -> new NoSuchElementException("no key with the id " + id));
    }

    private void refuseTakenName(String name, UUID id) {
        if (table.isNameTaken(name, id)) {
            throw new InvalidKeyException("name", "is the name of another key");
        }
    }

    private static Map<String, @Nullable Object> facts(String hint, KeySettings settings) {
        Map<String, @Nullable Object> facts = new LinkedHashMap<>();
        facts.put("hint", hint + "…");
        facts.putAll(settings.toMap());
        return facts;
    }
}
