package io.tokenrouter.ui;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** Instants as people read them, seen from another one. Days are those of UTC. */
final class Moments {

    private static final DateTimeFormatter DAY = DateTimeFormatter.ofPattern("d MMM", Locale.ENGLISH);
    private static final DateTimeFormatter DAY_AND_YEAR = DateTimeFormatter.ofPattern("d MMM yyyy", Locale.ENGLISH);

    private Moments() {}

    /** {@code now}, {@code 38 s ago}, {@code 5 min ago}, {@code 2 h ago}, then the day. */
    static String ago(Instant then, Instant now) {
        Duration passed = Duration.between(then, now);
        if (passed.toSeconds() < 15) {
            return "now";
        }
        return passed.toHours() < 24 ? units(passed) + " ago" : day(then, now);
    }

    /** {@code in 38 s}, {@code in 5 min}, {@code in 2 h}, {@code in 3 days}. */
    static String in(Instant then, Instant now) {
        return "in " + units(Duration.between(now, then));
    }

    /** {@code 31 Oct}, with the year where it is another. */
    static String day(Instant then, Instant now) {
        ZonedDateTime day = then.atZone(ZoneOffset.UTC);
        return day.getYear() == now.atZone(ZoneOffset.UTC).getYear() ? DAY.format(day) : DAY_AND_YEAR.format(day);
    }

    private static String units(Duration duration) {
        if (duration.toMinutes() < 1) {
            return duration.toSeconds() + " s";
        }
        if (duration.toHours() < 1) {
            return duration.toMinutes() + " min";
        }
        if (duration.toDays() < 1) {
            return duration.toHours() + " h";
        }
        return duration.toDays() == 1 ? "1 day" : duration.toDays() + " days";
    }
}
