package io.tokenrouter.ui;

import java.math.BigDecimal;
import java.util.Locale;

/** Figures as people read them. */
final class Figures {

    private Figures() {}

    /** Thousands marked: {@code 3,082,496}. */
    static String count(long n) {
        return String.format(Locale.ROOT, "%,d", n);
    }

    /** Like {@link #count}, but nothing for what a file that could not be read left at zero: a gap is never a figure. */
    static String known(long n) {
        return n == 0 ? "" : count(n);
    }

    /** Exact up to ten million, three digits above: {@code 139,584}, {@code 494 M}, {@code 7.62 B}. */
    static String weights(long n) {
        if (n < 10_000_000) {
            return count(n);
        }
        return n < 999_500_000 ? threeDigits(n / 1e6) + " M" : threeDigits(n / 1e9) + " B";
    }

    /** Decimal units, as shops and file managers count: {@code 6.2 MB}. */
    static String bytes(long n) {
        if (n < 1_000_000) {
            return String.format(Locale.ROOT, "%.1f kB", n / 1e3);
        }
        return n < 1_000_000_000
                ? String.format(Locale.ROOT, "%.1f MB", n / 1e6)
                : String.format(Locale.ROOT, "%.2f GB", n / 1e9);
    }

    /** How much larger the second is: {@code 1 : 22}, with a decimal below ten. */
    static String ratio(long small, long large) {
        double times = (double) large / Math.max(1, small);
        return "1 : " + String.format(Locale.ROOT, times < 10 ? "%.1f" : "%.0f", times);
    }

    /** Round thousands and millions short: {@code 400k}, {@code 2M}, else like {@link #count}. */
    static String thousands(long n) {
        if (n == 0 || n % 1_000 != 0) {
            return count(n);
        }
        return n % 1_000_000 == 0 ? count(n / 1_000_000) + "M" : count(n / 1_000) + "k";
    }

    /** A number as people write it, never with an exponent: {@code 0.0000001}, {@code 3}; anything else as it is. */
    static String plain(Object value) {
        return value instanceof Double number && Double.isFinite(number)
                ? new BigDecimal(number.toString()).stripTrailingZeros().toPlainString()
                : value.toString();
    }

    private static String threeDigits(double value) {
        return String.format(Locale.ROOT, value < 10 ? "%.2f" : value < 100 ? "%.1f" : "%.0f", value);
    }
}
