package io.tokenrouter.app.forecast;

import io.tokenrouter.engine.text.Characters;
import io.tokenrouter.engine.throughput.StepTimeCurve;
import java.util.Locale;

/**
 * Step times as people write them: {@code FIXED,PER_ROW}, or a table {@code ROWS:MS,ROWS:MS,...} that is straight between its
 * entries, constant below and continued beyond them as {@link StepTimeCurve#continuedTo} says. Milliseconds.
 */
public final class CurveText {

    /** Most rows of a step. */
    public static final int MOST_ROWS = 4096;

    /** Longest step, in milliseconds. */
    public static final double MOST_MILLIS = 600_000;

    /** The shape in one line, for messages and help. */
    public static final String FORM =
            "FIXED,PER_ROW in ms such as 6.3,0.004, or a table ROWS:MS,ROWS:MS,... such as 1:6,8:7.5,64:12";

    private static final int MOST_ENTRIES = 256;

    private CurveText() {}

    /**
     * @param name of the option or field, for the message
     * @throws IllegalArgumentException with a message for whoever wrote the text
     */
    public static StepTimeCurve parse(String name, String text) {
        try {
            return text.contains(":") ? table(text) : line(text);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(name + " '" + shorten(text) + "': " + e.getMessage(), e);
        }
    }

    private static StepTimeCurve line(String text) {
        String[] parts = text.split(",", -1);
        if (parts.length != 2) {
            throw new IllegalArgumentException("expected " + FORM);
        }
        double fixed = millis(parts[0], "the fixed cost");
        double perRow = millis(parts[1], "the cost of a row");
        if (fixed + perRow <= 0) {
            throw new IllegalArgumentException("a step must take longer than 0 ms");
        }
        return StepTimeCurve.of(MOST_ROWS, rows -> (fixed + perRow * rows) * 1e6);
    }

    private static StepTimeCurve table(String text) {
        String[] entries = text.split(",", -1);
        if (entries.length > MOST_ENTRIES) {
            throw new IllegalArgumentException(
                    "a table has at most " + MOST_ENTRIES + " entries, not " + entries.length);
        }
        int[] rows = new int[entries.length];
        double[] nanos = new double[entries.length];
        double[] weights = new double[entries.length];
        for (int i = 0; i < entries.length; i++) {
            String[] entry = entries[i].split(":", -1);
            if (entry.length != 2) {
                throw new IllegalArgumentException("expected " + FORM);
            }
            rows[i] = rows(entry[0]);
            nanos[i] = millis(entry[1], "a step time") * 1e6;
            weights[i] = 1;
            if (nanos[i] <= 0) {
                throw new IllegalArgumentException("a step must take longer than 0 ms");
            }
            if (i > 0 && rows[i] <= rows[i - 1]) {
                throw new IllegalArgumentException("rows must rise: " + rows[i] + " comes after " + rows[i - 1]);
            }
            if (i > 0 && nanos[i] < nanos[i - 1]) {
                throw new IllegalArgumentException(
                        "times must not fall: " + entries[i] + " comes after " + entries[i - 1]);
            }
        }
        return StepTimeCurve.throughKnots(rows, nanos, weights).continuedTo(MOST_ROWS);
    }

    private static int rows(String text) {
        try {
            int rows = Integer.parseInt(text.strip());
            if (rows >= 1 && rows <= MOST_ROWS) {
                return rows;
            }
        } catch (NumberFormatException e) {
            // the same message
        }
        throw new IllegalArgumentException(
                "rows are a whole number from 1 to " + MOST_ROWS + ", not '" + shorten(text) + "'");
    }

    private static double millis(String text, String what) {
        try {
            double millis = Double.parseDouble(text.strip());
            if (millis >= 0 && millis <= MOST_MILLIS) {
                return millis;
            }
        } catch (NumberFormatException e) {
            // the same message
        }
        throw new IllegalArgumentException(
                String.format(Locale.ROOT, "%s is from 0 to %,.0f ms, not '%s'", what, MOST_MILLIS, shorten(text)));
    }

    private static String shorten(String text) {
        return Characters.shortened(text, 60);
    }
}
