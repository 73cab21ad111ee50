package io.tokenrouter.ui;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * How much of what was written the large model wrote, as it is drawn.
 *
 * @param label for people: {@code 5 % large}
 * @param from where the large model's part of the bar begins, with its unit
 * @param width how wide it is, with its unit
 */
record WriterShare(String label, String from, String width) {

    /** Null where nothing was written: a gap is never zero. */
    static @Nullable WriterShare of(long large, long written) {
        if (written == 0) {
            return null;
        }
        double percent = 100.0 * large / written;
        String label = percent > 0 && percent < 1 ? "under 1" : String.format(Locale.ROOT, "%.0f", percent);
        return new WriterShare(label + " % large", digits(100 - percent) + "%", digits(percent) + "%");
    }

    private static String digits(double percent) {
        return String.format(Locale.ROOT, "%.2f", percent);
    }
}
