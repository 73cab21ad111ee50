package io.tokenrouter.app.forecast;

import java.util.Locale;

/** Figures in sentences. */
final class Numbers {

    private Numbers() {}

    /** Three digits: {@code 0.42}, {@code 6.30}, {@code 27.7}, {@code 1,240}. */
    static String millis(double millis) {
        String pattern = millis < 10 ? "%.2f" : millis < 100 ? "%.1f" : "%,.0f";
        return String.format(Locale.ROOT, pattern, millis);
    }

    static String nanos(double nanos) {
        return millis(nanos / 1e6);
    }

    /** Tokens per second: a decimal below ten. */
    static String rate(double perSecond) {
        return String.format(Locale.ROOT, perSecond < 10 ? "%.1f" : "%,.0f", perSecond);
    }

    /** A gain as people say it: {@code 2.1 %}, or {@code 1.8 times} from twice on. */
    static String gain(double fraction) {
        return fraction < 1
                ? String.format(Locale.ROOT, "%.1f %%", 100 * fraction)
                : String.format(Locale.ROOT, "%.1f times", 1 + fraction);
    }

    /** Without decimals that say nothing: {@code 1}, {@code 0.7}. */
    static String plain(double value) {
        return value == Math.rint(value)
                ? String.format(Locale.ROOT, "%.0f", value)
                : String.format(Locale.ROOT, "%s", (float) value);
    }
}
