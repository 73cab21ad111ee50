package io.tokenrouter.app.keys;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A key as operators see it; the key itself is nowhere.
 *
 * @param hint its first characters
 * @param createdBy name of an account
 * @param revokedAt null while it is not revoked
 * @param lastUsedAt of the last request, kept to some seconds; null if there was none
 * @param version rises with every change
 */
public record ApiKey(
        UUID id,
        String hint,
        KeySettings settings,
        Instant createdAt,
        String createdBy,
        @Nullable Instant revokedAt,
        @Nullable Instant lastUsedAt,
        long version) {

    /** Whether requests with it are taken at an instant. */
    public boolean isValid(Instant now) {
        return revokedAt == null && !isExpired(now);
    }

    /** True from the very instant at which it ends. */
    public boolean isExpired(Instant now) {
        Instant end = settings.expiresAt();
        return end != null && !now.isBefore(end);
    }

    ApiKey usedAt(@Nullable Instant instant) {
        return new ApiKey(id, hint, settings, createdAt, createdBy, revokedAt, instant, version);
    }
}
