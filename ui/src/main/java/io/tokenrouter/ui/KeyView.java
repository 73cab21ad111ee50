package io.tokenrouter.ui;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A key as operators see it.
 *
 * @param hint its first characters
 * @param owner may be empty
 * @param notes may be empty
 * @param models ids of pairs and models that it may ask for; none if empty
 * @param mayRoute whether its requests may choose policy and threshold
 * @param requestsPerMinute null for no limit
 * @param tokensPerMinute null for no limit
 * @param expiresAt null for never
 * @param revokedAt null while it is not revoked
 * @param lastUsedAt null if it never was
 */
public record KeyView(
        String id,
        String hint,
        String name,
        String owner,
        String notes,
        List<String> models,
        boolean mayRoute,
        @Nullable Integer requestsPerMinute,
        @Nullable Integer tokensPerMinute,
        @Nullable Instant expiresAt,
        String createdBy,
        @Nullable Instant revokedAt,
        @Nullable Instant lastUsedAt,
        long version) {

    public KeyView {
        models = List.copyOf(models);
    }
}
