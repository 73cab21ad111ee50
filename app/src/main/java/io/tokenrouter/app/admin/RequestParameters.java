package io.tokenrouter.app.admin;

import io.tokenrouter.app.requests.RequestQuery;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What a request for generations can be narrowed by.
 *
 * @param model pair or model
 * @param key id of a key, {@code anonymous} or {@code console}
 * @param outcome how it ended: {@code stop}, {@code length}, {@code cancelled}, {@code failed}; several with commas
 * @param text what the id begins with that the caller got, or the id of a record
 * @param before as the page before gave it as {@code next}
 */
record RequestParameters(
        @Nullable String model,
        @Nullable String key,
        @Nullable String outcome,
        @Nullable String text,
        @Nullable String before,
        @Nullable Integer limit) {

    static final List<String> NAMES = List.of("model", "key", "outcome", "text", "before", "limit");

    private static final int DEFAULT_LIMIT = 50;
    private static final int LONGEST = 200;
    private static final List<String> OUTCOMES = List.of("stop", "length", "cancelled", "failed");
    private static final char BETWEEN = '_';

    /** @throws Problem 400 that names the parameter */
    RequestQuery query() {
        int most = limit == null ? DEFAULT_LIMIT : limit;
        if (most < 1 || most > RequestQuery.MOST) {
            throw Problem.invalid("limit", "limit must be from 1 to " + RequestQuery.MOST);
        }
        return new RequestQuery(
                text("model", model), text("key", key), outcomes(), text("text", text), cursor(before), most);
    }

    /** As {@link #before} takes it. */
    static @Nullable String next(RequestQuery.@Nullable Cursor cursor) {
        return cursor == null ? null : cursor.finishedAt().toString() + BETWEEN + cursor.id();
    }

    private Set<String> outcomes() {
        String given = text("outcome", outcome);
        Set<String> wanted = new LinkedHashSet<>();
        if (given == null) {
            return wanted;
        }
        for (String one : given.split(",", -1)) {
            if (!OUTCOMES.contains(one)) {
                throw Problem.invalid("outcome", "outcome must be some of " + String.join(", ", OUTCOMES));
            }
            wanted.add(one);
        }
        return wanted;
    }

    private static @Nullable String text(String name, @Nullable String given) {
        if (given == null || given.isBlank()) {
            return null;
        }
        return AdminFields.plain(name, given, LONGEST).strip();
    }

    private static RequestQuery.@Nullable Cursor cursor(@Nullable String given) {
        if (given == null || given.isBlank()) {
            return null;
        }
        try {
            int at = given.indexOf(BETWEEN);
            Instant time = Instant.parse(given.substring(0, Math.max(0, at)));
            if (TimeRange.contains(time)) {
                return new RequestQuery.Cursor(time, UUID.fromString(given.substring(at + 1)));
            }
        } catch (DateTimeException | IllegalArgumentException notACursor) {
            // told below
        }
        throw Problem.invalid("before", "before must be what a page gave as next");
    }
}
