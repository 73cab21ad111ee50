package io.tokenrouter.app.accounts;

import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What {@link AuditTrail#record} kept. Later entries have larger ids. */
public record AuditEntry(
        long id,
        Instant recordedAt,
        String actor,
        String origin,
        String action,
        String subject,
        @Nullable Map<String, @Nullable Object> before,
        @Nullable Map<String, @Nullable Object> after,
        @Nullable String reason) {}
