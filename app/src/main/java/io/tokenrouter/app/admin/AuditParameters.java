package io.tokenrouter.app.admin;

import io.tokenrouter.app.accounts.AuditQuery;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;

/**
 * What a request for the audit trail can be narrowed by.
 *
 * @param topic such as {@code batching}
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

    private static final int DEFAULT_LIMIT = 50;
    private static final int LONGEST = 200;

    /** @throws Problem 400 that names the parameter */
    AuditQuery query() {
        int most = limit == null ? DEFAULT_LIMIT : limit;
        if (most < 1 || most > AuditQuery.MOST) {
            throw Problem.invalid("limit", "limit must be from 1 to " + AuditQuery.MOST);
        }
        Instant first = time("from", from, 0);
        Instant until = time("to", to, 1);
        if (first != null && until != null && !first.isBefore(until)) {
            throw Problem.endsBeforeItBegins();
        }
        return new AuditQuery(
                text("text", text), text("actor", actor), text("topic", topic), first, until, before, most);
    }

    private static @Nullable String text(String name, @Nullable String given) {
        if (given == null || given.isBlank()) {
            return null;
        }
        return AdminFields.plain(name, given, LONGEST).strip();
    }

    private static @Nullable Instant time(String name, @Nullable String given, int daysLater) {
        if (given == null || given.isBlank()) {
            return null;
        }
        try {
            Instant time = given.contains("T")
                    ? Instant.parse(given)
                    : LocalDate.parse(given).plusDays(daysLater).atStartOfDay().toInstant(ZoneOffset.UTC);
            if (time.isAfter(Instant.EPOCH) && time.isBefore(Instant.parse("9999-01-01T00:00:00Z"))) {
                return time;
            }
        } catch (DateTimeException notATime) {
            // told below
        }
        throw Problem.invalid(name, name + " must be a day such as 2026-11-30, or a time such as 2026-11-30T08:00:00Z");
    }
}
