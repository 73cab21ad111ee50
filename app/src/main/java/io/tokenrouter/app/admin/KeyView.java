package io.tokenrouter.app.admin;

import io.tokenrouter.app.keys.ApiKey;
import io.tokenrouter.app.keys.KeySettings;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A key as the admin API tells it; the key itself is told only where it is made.
 *
 * @param state {@code active}, {@code expired} or {@code revoked}
 * @param hint first characters of the key
 */
record KeyView(
        UUID id,
        String state,
        String hint,
        String name,
        String owner,
        String notes,
        List<String> models,
        boolean mayRoute,
        @Nullable Integer requestsPerMinute,
        @Nullable Integer tokensPerMinute,
        @Nullable Instant expiresAt,
        Instant createdAt,
        String createdBy,
        @Nullable Instant revokedAt,
        @Nullable Instant lastUsedAt,
        long version) {

    static KeyView of(ApiKey key, Instant now) {
        KeySettings settings = key.settings();
        return new KeyView(
                key.id(),
                key.revokedAt() != null ? "revoked" : key.isExpired(now) ? "expired" : "active",
                key.hint(),
                settings.name(),
                settings.owner(),
                settings.notes(),
                settings.models(),
                settings.mayRoute(),
                settings.requestsPerMinute(),
                settings.tokensPerMinute(),
                settings.expiresAt(),
                key.createdAt(),
                key.createdBy(),
                key.revokedAt(),
                key.lastUsedAt(),
                key.version());
    }
}
