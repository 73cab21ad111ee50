package io.tokenrouter.ui;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Lengths of time as people read them: three digits, and the unit that fits. */
final class Spans {

    private static final double MILLIS = 1e3;

    private Spans() {}

    /** {@code 2.2 ms}, {@code 151 ms}, {@code 6.1 s}, {@code 2 min 5 s}; empty for what is not known. */
    static String ofSeconds(@Nullable Double seconds) {
        if (seconds == null) {
            return "";
        }
        return figure(seconds) + " " + unit(seconds);
    }

    static String ofMillis(@Nullable Double millis) {
        return millis == null ? "" : ofSeconds(millis / MILLIS);
    }

    /** Without its unit. */
    static String figure(double seconds) {
        double millis = seconds * MILLIS;
        if (millis < 99.95) {
            return String.format(Locale.ROOT, "%.1f", millis);
        }
        if (millis < 999.5) {
            return String.format(Locale.ROOT, "%.0f", millis);
        }
        if (seconds < 119.95) {
            return String.format(Locale.ROOT, "%.1f", seconds);
        }
        long whole = Math.round(seconds);
        return whole / 60 + " min " + whole % 60;
    }

    static String unit(double seconds) {
        return seconds * MILLIS < 999.5 ? "ms" : "s";
    }
}
