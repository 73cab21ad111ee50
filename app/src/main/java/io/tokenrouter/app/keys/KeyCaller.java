package io.tokenrouter.app.keys;

import io.github.bucket4j.TimeMeter;
import io.tokenrouter.app.serving.AccessException;
import io.tokenrouter.app.serving.Caller;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Whoever has a certain key. What a change of the key leaves alone lives on: its rate and its last use. */
final class KeyCaller implements Caller {

    private static final long NANOS_PER_SECOND = 1_000_000_000L;

    private final ApiKey key;
    private final Set<String> models;
    private final KeyRate rate;
    private final AtomicReference<@Nullable Instant> lastUsed;
    private final InstantSource clock;

    private KeyCaller(ApiKey key, KeyRate rate, AtomicReference<@Nullable Instant> lastUsed, InstantSource clock) {
        this.key = key;
        this.models = Set.copyOf(key.settings().models());
        this.rate = rate;
        this.lastUsed = lastUsed;
        this.clock = clock;
    }

    /** @param before the same key as it was known; null for a new one */
    static KeyCaller of(ApiKey key, @Nullable KeyCaller before, InstantSource clock, TimeMeter time) {
        if (before == null) {
            return new KeyCaller(key, rate(key, time), new AtomicReference<>(key.lastUsedAt()), clock);
        }
        KeyRate rate = hasSameLimits(key.settings(), before.key.settings()) ? before.rate : rate(key, time);
        before.lastUsed.accumulateAndGet(key.lastUsedAt(), KeyCaller::later);
        return new KeyCaller(key, rate, before.lastUsed, clock);
    }

    /** The key with its last use as it is known here. */
    ApiKey key() {
        return key.usedAt(lastUsed.get());
    }

    boolean isValid() {
        return key.isValid(clock.instant());
    }

    /**
     * Takes note of a use.
     *
     * @throws AccessException if the key does not count at this instant
     */
    void verify() {
        Instant now = clock.instant();
        if (key.revokedAt() != null) {
            throw AccessException.noValidKey("This API key was revoked.");
        }
        if (key.isExpired(now)) {
            throw AccessException.noValidKey("This API key has expired.");
        }
        lastUsed.set(now);
    }

    @Override
    public String account() {
        return key.id().toString();
    }

    @Override
    public boolean mayUse(String id) {
        return models.contains(id);
    }

    @Override
    public boolean mayRoute() {
        return key.settings().mayRoute();
    }

    @Override
    public void requested() {
        lastUsed.set(clock.instant());
        long nanos = rate.takeRequest();
        if (nanos > 0) {
            int seconds = (int) ((nanos + NANOS_PER_SECOND - 1) / NANOS_PER_SECOND);
            throw AccessException.limited(
                    "This API key has reached its limit (" + limits(key.settings()) + "); try again in " + seconds
                            + " s.",
                    seconds);
        }
    }

    @Override
    public void used(long tokens) {
        rate.takeTokens(tokens);
    }

    private static String limits(KeySettings settings) {
        String requests = settings.requestsPerMinute() == null ? "" : settings.requestsPerMinute() + " requests";
        String tokens = settings.tokensPerMinute() == null ? "" : settings.tokensPerMinute() + " tokens";
        return requests + (requests.isEmpty() || tokens.isEmpty() ? "" : " and ") + tokens + " a minute";
    }

    private static KeyRate rate(ApiKey key, TimeMeter time) {
        return KeyRate.of(key.settings().requestsPerMinute(), key.settings().tokensPerMinute(), time);
    }

    private static boolean hasSameLimits(KeySettings a, KeySettings b) {
        return Objects.equals(a.requestsPerMinute(), b.requestsPerMinute())
                && Objects.equals(a.tokensPerMinute(), b.tokensPerMinute());
    }

    private static @Nullable Instant later(@Nullable Instant a, @Nullable Instant b) {
        return a == null || (b != null && b.isAfter(a)) ? b : a;
    }
}
