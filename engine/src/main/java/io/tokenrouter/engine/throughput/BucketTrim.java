package io.tokenrouter.engine.throughput;

import java.util.Arrays;

/**
 * How many of the waiting rows a step takes where its time rises in steps, as with CUDA graphs of fixed sizes: as many as fill the
 * size with the best rate, if that is worth leaving the rest for the next step. Immutable.
 */
public final class BucketTrim {

    /** Gain in rows per second from which a measured curve is believed. */
    public static final double NOTICEABLE = 0.02;

    /** Takes all rows. */
    public static final BucketTrim NONE = new BucketTrim(new int[0]);

    private final int[] rows;

    private BucketTrim(int[] rows) {
        this.rows = rows;
    }

    /**
     * @param leastGain by how much the rate must be better than with all rows to leave some behind, 0 or more
     */
    public static BucketTrim of(StepTimeCurve stepTime, double leastGain) {
        int max = stepTime.maxBatch();
        int[] rows = new int[max + 1];
        int best = 1;
        boolean isWorthIt = false;
        for (int b = 1; b <= max; b++) {
            double rate = b / stepTime.nanos(b);
            double bestRate = best / stepTime.nanos(best);
            boolean endsBucket = b == max || stepTime.nanos(b + 1) > stepTime.nanos(b);
            rows[b] = bestRate > (1 + leastGain) * rate ? best : b;
            isWorthIt |= rows[b] < b;
            if (endsBucket && rate >= bestRate) {
                best = b;
            }
        }
        return isWorthIt ? new BucketTrim(rows) : NONE;
    }

    /** Rows to take of those that wait, which is at least 1 where any do. */
    public int rows(int waiting) {
        return waiting < rows.length ? rows[waiting] : waiting;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof BucketTrim trim && Arrays.equals(rows, trim.rows);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(rows);
    }
}
