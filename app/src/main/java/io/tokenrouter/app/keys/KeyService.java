package io.tokenrouter.app.keys;

import io.tokenrouter.app.accounts.Actor;
import io.tokenrouter.app.serving.Served;
import io.tokenrouter.app.serving.ServingCatalog;
import java.security.SecureRandom;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * Keys as operators handle them. What is asked is answered from memory. What changes something blocks, is in force at this server
 * when it returns and at others within seconds (here as well where the database has no time to tell the keys right after), and fails
 * with {@link org.springframework.dao.DataAccessException} if the database does not answer; then nothing was changed.
 */
@Component
public class KeyService {

    private static final int MOST_TOLD = 20;

    private final KeyStore store;
    private final KeyDirectory directory;
    private final Exposure exposure;
    private final ServingCatalog catalog;
    private final SecureRandom random = new SecureRandom();
    private final InstantSource clock = InstantSource.system();

    KeyService(KeyStore store, KeyDirectory directory, Exposure exposure, ServingCatalog catalog) {
        this.store = store;
        this.directory = directory;
        this.exposure = exposure;
        this.catalog = catalog;
    }

    /**
     * Whether the API asks for a key.
     *
     * @param mustBeRequired because others than this machine can reach the server
     * @param version for {@link #require}
     */
    public record Access(boolean required, boolean mustBeRequired, long version) {}

    public Access access() {
        KnownKeys known = directory.known();
        return new Access(known.required(), exposure.isExposed(), known.version());
    }

    /** In the order in which they were made, revoked ones included. */
    public List<ApiKey> all() {
        return directory.known().all().stream().map(KeyCaller::key).toList();
    }

    public Optional<ApiKey> find(UUID id) {
        return all().stream().filter(key -> key.id().equals(id)).findFirst();
    }

    /**
     * Makes a key.
     *
     * @return with the key itself, which is nowhere afterwards
     * @throws InvalidKeyException if its name is taken, its end is past already, or a model is not known here
     * @throws KeyConflictException if there are too many
     */
    public MadeKey create(Actor actor, KeySettings settings, @Nullable String reason) {
        verify(settings, null);
        KeySecret secret = KeySecret.random(random);
        ApiKey key = new ApiKey(UUID.randomUUID(), secret.hint(), settings, now(), actor.name(), null, null, 1);
        store.create(actor, new StoredKey(secret.hash(), key), reason);
        directory.refresh();
        return new MadeKey(key, secret);
    }

    /**
     * Changes all settings of a key.
     *
     * @param expectedVersion that the caller has seen; empty for whatever is the newest
     * @throws InvalidKeyException if its name is taken, its end is past already, or a model is not known here
     * @throws KeyConflictException if it was revoked
     * @throws java.util.NoSuchElementException if there is no such key
     * @throws io.tokenrouter.app.persistence.StaleVersionException if somebody else changed it meanwhile
     */
    public ApiKey change(
            Actor actor, UUID id, OptionalLong expectedVersion, KeySettings settings, @Nullable String reason) {
        verify(settings, find(id).map(ApiKey::settings).orElse(null));
        ApiKey changed = store.change(actor, id, expectedVersion, settings, reason);
        directory.refresh();
        return changed;
    }

    /** Ends a key for good; the same failures as {@link #change}. */
    public ApiKey revoke(Actor actor, UUID id, OptionalLong expectedVersion, @Nullable String reason) {
        ApiKey revoked = store.revoke(actor, id, expectedVersion, now(), reason);
        directory.refresh();
        return revoked;
    }

    /**
     * Turns on or off that the API asks for a key.
     *
     * @param expectedVersion of {@link #access} as the caller has seen it; empty for whatever is the newest
     * @throws KeyConflictException if it cannot be turned off
     * @throws io.tokenrouter.app.persistence.StaleVersionException if a key or this was changed meanwhile
     */
    public Access require(Actor actor, OptionalLong expectedVersion, boolean required, @Nullable String reason) {
        if (!required && exposure.isExposed()) {
            throw new KeyConflictException("The server listens on an address that others can reach, so keys stay"
                    + " necessary. Start it on 127.0.0.1 to do without them.");
        }
        store.require(actor, expectedVersion, required, reason);
        directory.refresh();
        return access();
    }

    /** What a key has already it may keep: a model that is gone may come back, and one that has ended may be renamed. */
    private void verify(KeySettings settings, @Nullable KeySettings before) {
        Instant end = settings.expiresAt();
        if (end != null && !end.isAfter(clock.instant()) && (before == null || !end.equals(before.expiresAt()))) {
            throw new InvalidKeyException("expires_at", "must be in the future, or null");
        }
        for (String id : settings.models()) {
            boolean isKnown = catalog.find(id).isPresent()
                    || catalog.whyNot(id).isPresent()
                    || (before != null && before.models().contains(id));
            if (!isKnown) {
                throw new InvalidKeyException("models", unknown(id));
            }
        }
    }

    private String unknown(String id) {
        String known = catalog.all().stream().map(Served::id).limit(MOST_TOLD).collect(Collectors.joining(", "));
        return "must be pairs and models of this server, and '" + id + "' is none"
                + (known.isEmpty() ? "" : "; there are " + known);
    }

    /** Postgres keeps microseconds. */
    private Instant now() {
        return clock.instant().truncatedTo(ChronoUnit.MICROS);
    }
}
