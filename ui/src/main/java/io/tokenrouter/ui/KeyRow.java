package io.tokenrouter.ui;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.json.JsonMapper;

/**
 * A row of the table of keys.
 *
 * @param id null for callers that are no key and cannot be changed
 * @param hint null likewise
 * @param who the owner, or who else is meant
 * @param end null for one that never ends
 * @param endTone class of the style sheet for the end; null where it is mere text
 * @param tokens of prompts and answers, today; null where that is not known
 * @param settings as JSON for the form; null for what cannot be changed
 */
record KeyRow(
        @Nullable String id,
        @Nullable String hint,
        String name,
        String who,
        String models,
        String limit,
        @Nullable String end,
        @Nullable String endTone,
        boolean isOff,
        @Nullable String lastUsed,
        @Nullable String tokens,
        @Nullable WriterShare share,
        @Nullable String settings) {

    private static final Duration SOON = Duration.ofDays(7);
    private static final JsonMapper JSON = JsonMapper.builder()
            .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
            .build();

    /** @param today what it used; null where that is not known */
    static KeyRow of(KeyView key, @Nullable UsedToday today, Instant now) {
        boolean isOff = key.revokedAt() != null || (key.expiresAt() != null && !now.isBefore(key.expiresAt()));
        return new KeyRow(
                key.id(),
                key.hint() + "…",
                key.name(),
                key.owner().isEmpty() ? "made by " + key.createdBy() : key.owner(),
                key.models().isEmpty() ? "none" : String.join(", ", key.models()),
                limit(key.requestsPerMinute(), key.tokensPerMinute()),
                end(key, isOff, now),
                isOff ? "" : isSoon(key.expiresAt(), now) ? "warn" : null,
                isOff,
                lastUsed(key.lastUsedAt(), today != null, now),
                today == null ? null : Figures.count(today.tokens()),
                today == null ? null : today.share(),
                key.revokedAt() == null ? JSON.writeValueAsString(key) : null);
    }

    /** A key without a use was never used, if its uses could be read. */
    private static @Nullable String lastUsed(@Nullable Instant at, boolean isRead, Instant now) {
        if (at != null) {
            return Moments.ago(at, now);
        }
        return isRead ? "never" : null;
    }

    /** A caller that is no key. */
    static KeyRow of(String name, String who, @Nullable UsedToday today) {
        return new KeyRow(
                null,
                null,
                name,
                who,
                "all",
                "none",
                null,
                null,
                false,
                null,
                today == null ? null : Figures.count(today.tokens()),
                today == null ? null : today.share(),
                null);
    }

    /** {@code 600 requests and 400k tokens a minute}. */
    private static String limit(@Nullable Integer requests, @Nullable Integer tokens) {
        List<String> parts = new ArrayList<>();
        if (requests != null) {
            parts.add(Figures.count(requests) + (requests == 1 ? " request" : " requests"));
        }
        if (tokens != null) {
            parts.add(Figures.thousands(tokens) + (tokens == 1 ? " token" : " tokens"));
        }
        return parts.isEmpty() ? "none" : String.join(" and ", parts) + " a minute";
    }

    private static @Nullable String end(KeyView key, boolean isOff, Instant now) {
        if (key.revokedAt() != null) {
            return "revoked " + Moments.day(key.revokedAt(), now);
        }
        if (key.expiresAt() == null) {
            return null;
        }
        if (isOff) {
            return "ended " + Moments.day(key.expiresAt(), now);
        }
        return isSoon(key.expiresAt(), now) ? Moments.in(key.expiresAt(), now) : Moments.day(key.expiresAt(), now);
    }

    private static boolean isSoon(@Nullable Instant end, Instant now) {
        return end != null && end.isBefore(now.plus(SOON));
    }
}
