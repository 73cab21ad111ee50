package io.tokenrouter.app.admin;

import io.tokenrouter.app.accounts.AuditQuery;
import io.tokenrouter.app.accounts.AuditTrail;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What a request for the audit trail can be narrowed by.
 *
 * @param topic of {@link AuditTrail#TOPICS}
 * @param from a day (UTC) or a time
 * @param to a day, included, or a time, not included
 * @param before id that the entries' are below
 */
record AuditParameters(
        @Nullable String text,
        @Nullable String actor,
        @Nullable String topic,
        @Nullable String from,
        @Nullable String to,
        @Nullable Long before,
        @Nullable Integer limit) {

    static final List<String> NAMES = List.of("text", "actor", "topic", "from", "to", "before", "limit");

    private static final int DEFAULT_LIMIT = 50;
    private static final int LONGEST = 200;

    /** @throws Problem 400 that names the parameter */
    AuditQuery query() {
        int most = limit == null ? DEFAULT_LIMIT : limit;
        if (most < 1 || most > AuditQuery.MOST) {
            throw Problem.invalid("limit", "limit must be from 1 to " + AuditQuery.MOST);
        }
        Instant first = time("from", from, TimeRange::begin);
        Instant until = time("to", to, TimeRange::end);
        if (first != null && until != null && !first.isBefore(until)) {
            throw Problem.endsBeforeItBegins();
        }
        return new AuditQuery(text("text", text), text("actor", actor), knownTopic(), first, until, before, most);
    }

    private @Nullable String knownTopic() {
        String given = text("topic", topic);
        if (given != null && !AuditTrail.TOPICS.contains(given)) {
            throw Problem.invalid("topic", "topic must be one of " + String.join(", ", AuditTrail.TOPICS));
        }
        return given;
    }

    private static @Nullable String text(String name, @Nullable String given) {
        if (given == null || given.isBlank()) {
            return null;
        }
        return AdminFields.plain(name, given, LONGEST).strip();
    }

    private static @Nullable Instant time(String name, @Nullable String given, Function<LocalDate, Instant> ofDay) {
        if (given == null || given.isBlank()) {
            return null;
        }
        try {
            Instant time = given.contains("T") ? Instant.parse(given) : ofDay.apply(TimeRange.day(given));
            if (TimeRange.contains(time)) {
                return time;
            }
        } catch (DateTimeException notATime) {
            // told below
        }
        throw Problem.invalid(
                name,
                name + " must be a day such as 2026-11-30, or a time such as 2026-11-30T08:00:00Z, " + TimeRange.WORDS);
    }
}
