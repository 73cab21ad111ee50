package io.tokenrouter.app.signals;

import org.jspecify.annotations.Nullable;

/**
 * The signals of an answer's positions, in order; texts and arrays have an element a position. Arrays are not copied.
 *
 * @param asked who was asked first: {@link #SMALL}, {@link #LARGE} or {@link #NONE}
 * @param writers who wrote the token, likewise
 * @param agreements whether the model that was asked second says the same: {@link #SAME}, {@link #DIFFERENT} or {@link #UNKNOWN}
 * @param entropies nats, of the row of who was asked first, as all numbers here; NaN where nobody was
 * @param topProbs largest probabilities
 * @param margins largest minus second largest probabilities
 * @param scores numbers of the router head; null where none read the rows
 * @param omitted positions at the end that are left out
 */
public record SignalArrays(
        String asked,
        String writers,
        String agreements,
        float[] entropies,
        float[] topProbs,
        float[] margins,
        float @Nullable [] scores,
        int omitted) {

    public static final char SMALL = 's';
    public static final char LARGE = 'l';
    public static final char NONE = '-';
    public static final char SAME = '=';
    public static final char DIFFERENT = 'x';
    public static final char UNKNOWN = '.';

    /** What a row takes beside its positions: names, options, time and its places in the indexes. */
    private static final int ROW = 512;

    public int positions() {
        return asked.length();
    }

    /** Of what is kept, before it is compressed. */
    int bytes() {
        return ROW + positions() * (3 + Float.BYTES * (scores == null ? 3 : 4));
    }

    /** NaN where no router head read the row. */
    public float score(int position) {
        return scores == null ? Float.NaN : scores[position];
    }
}
