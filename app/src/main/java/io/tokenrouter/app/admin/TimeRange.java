package io.tokenrouter.app.admin;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;

/** The times that a parameter can name: years of four digits, which everything that reads them afterwards can write. All UTC. */
final class TimeRange {

    static final String WORDS = "from 1970-01-01 to 9999-12-31";

    /** Postgres counts microseconds. */
    private static final Instant LAST = Instant.parse("9999-12-31T23:59:59.999999Z");

    private TimeRange() {}

    static boolean contains(Instant time) {
        return !time.isBefore(Instant.EPOCH) && !time.isAfter(LAST);
    }

    /** @throws DateTimeException if it is none, or out of the range */
    static LocalDate day(String text) {
        LocalDate day = LocalDate.parse(text);
        if (!contains(begin(day))) {
            throw new DateTimeException("out of range");
        }
        return day;
    }

    static Instant begin(LocalDate day) {
        return day.atStartOfDay().toInstant(ZoneOffset.UTC);
    }

    /** The first moment that is not of the day any more, as far as there is one in the range. */
    static Instant end(LocalDate day) {
        Instant end = begin(day.plusDays(1));
        return end.isAfter(LAST) ? LAST : end;
    }
}
