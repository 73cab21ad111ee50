package io.tokenrouter.engine.throughput;

import java.util.Arrays;
import java.util.function.IntToDoubleFunction;

/**
 * How long one step of a model takes, by the number of its rows: never less for more rows, linear between whole numbers, constant
 * beyond both ends. Immutable; reading it allocates nothing.
 */
public final class StepTimeCurve {

    /** Largest batch that a curve may describe. */
    public static final int MAX_BATCH = 1 << 16;

    /** What a row is thought to cost of a step of which one size is known. */
    private static final double SHARE_OF_ROWS = 0.5;

    /** What twice the rows may cost more, as a fraction of the step, and be hidden by the noise of step times. */
    private static final double HIDDEN = 0.02;

    /** [b] for b of 1 to the largest batch; [0] repeats [1], so that an empty batch needs no test. */
    private final double[] nanos;

    private final int measuredRows;

    private StepTimeCurve(double[] nanos, int measuredRows) {
        this.nanos = nanos;
        this.measuredRows = measuredRows;
        if (!(nanos[1] > 0) || !(nanos[nanos.length - 1] < Long.MAX_VALUE / 4)) {
            throw new IllegalArgumentException(
                    "step times must be above 0 ns and finite, not " + nanos[1] + " to " + nanos[nanos.length - 1]);
        }
        for (int b = 2; b < nanos.length; b++) {
            if (!(nanos[b] >= nanos[b - 1])) {
                throw new IllegalArgumentException("a step of " + b + " rows takes " + nanos[b]
                        + " ns, less than one of " + (b - 1) + ": " + nanos[b - 1]);
            }
        }
    }

    /**
     * A curve given by a formula.
     *
     * @param maxBatch from 1 to {@link #MAX_BATCH}
     * @param nanosOfBatch asked for 1 to {@code maxBatch}; positive and never decreasing
     */
    public static StepTimeCurve of(int maxBatch, IntToDoubleFunction nanosOfBatch) {
        double[] nanos = new double[checkedBatch(maxBatch) + 1];
        for (int b = 1; b <= maxBatch; b++) {
            nanos[b] = nanosOfBatch.applyAsDouble(b);
        }
        nanos[0] = nanos[1];
        return new StepTimeCurve(nanos, maxBatch);
    }

    /**
     * A curve through knots, straight between them, constant outside. Knots that fall are replaced by their weighted mean (the
     * pool-adjacent-violators algorithm), which is the closest rising curve in the sense of weighted least squares.
     *
     * @param batches rising, from 1 to {@link #MAX_BATCH}; the last is the largest batch of the curve
     * @param nanos one for each knot
     * @param weights one for each knot, above 0; how much it is trusted
     */
    public static StepTimeCurve throughKnots(int[] batches, double[] nanos, double[] weights) {
        if (batches.length == 0 || batches.length != nanos.length || batches.length != weights.length) {
            throw new IllegalArgumentException("a curve needs as many times and weights as knots, and at least one");
        }
        for (int k = 0; k < batches.length; k++) {
            if (batches[k] < 1 || k > 0 && batches[k] <= batches[k - 1] || !(weights[k] > 0)) {
                throw new IllegalArgumentException("knots must rise and their weights be above 0");
            }
        }
        double[] rising = rising(nanos, weights);
        int[] segment = {0};
        return of(batches[batches.length - 1], b -> {
            while (segment[0] < batches.length - 1 && batches[segment[0] + 1] <= b) {
                segment[0]++;
            }
            int k = segment[0];
            if (b <= batches[k] || k == batches.length - 1) {
                return rising[k];
            }
            double share = (double) (b - batches[k]) / (batches[k + 1] - batches[k]);
            return rising[k] + share * (rising[k + 1] - rising[k]);
        });
    }

    private static double[] rising(double[] values, double[] weights) {
        double[] mean = new double[values.length];
        double[] weight = new double[values.length];
        int[] count = new int[values.length];
        int blocks = 0;
        for (int k = 0; k < values.length; k++) {
            mean[blocks] = values[k];
            weight[blocks] = weights[k];
            count[blocks++] = 1;
            while (blocks > 1 && mean[blocks - 2] >= mean[blocks - 1]) {
                double sum = weight[blocks - 2] + weight[blocks - 1];
                mean[blocks - 2] =
                        (mean[blocks - 2] * weight[blocks - 2] + mean[blocks - 1] * weight[blocks - 1]) / sum;
                weight[blocks - 2] = sum;
                count[blocks - 2] += count[blocks - 1];
                blocks--;
            }
        }
        double[] rising = new double[values.length];
        int at = 0;
        for (int block = 0; block < blocks; block++) {
            Arrays.fill(rising, at, at + count[block], mean[block]);
            at += count[block];
        }
        return rising;
    }

    private static int checkedBatch(int maxBatch) {
        if (maxBatch < 1 || maxBatch > MAX_BATCH) {
            throw new IllegalArgumentException("a largest batch is 1 to " + MAX_BATCH + ", not " + maxBatch);
        }
        return maxBatch;
    }

    /**
     * The same up to a larger batch, with the slope of the last two doublings of the batch, or that of the last one if it is steeper:
     * never flat, since a step that has no room left for free rows takes longer with each more. Of a single size, half is thought to be
     * fixed and half its rows'. {@link #measuredRows()} stays.
     *
     * @param maxBatch from 1 to {@link #MAX_BATCH}; one below the present largest batch changes nothing
     */
    public StepTimeCurve continuedTo(int maxBatch) {
        int last = maxBatch();
        if (checkedBatch(maxBatch) <= last) {
            return this;
        }
        double slope = slopeBeyond();
        double[] longer = Arrays.copyOf(nanos, maxBatch + 1);
        for (int b = last + 1; b <= maxBatch; b++) {
            longer[b] = nanos[last] + slope * (b - last);
        }
        return new StepTimeCurve(longer, measuredRows);
    }

    /** Nanoseconds a row. */
    private double slopeBeyond() {
        int last = maxBatch();
        if (last == 1) {
            return nanos[1] * SHARE_OF_ROWS;
        }
        double doubling = (nanos[last] - nanos[last / 2]) / (last - last / 2);
        double twoDoublings = (nanos[last] - nanos[last / 4]) / (last - last / 4);
        return Math.max(Math.max(doubling, twoDoublings), HIDDEN * nanos[last] / last);
    }

    /** The same, known to be measured up to so many rows only. */
    public StepTimeCurve measuredUpTo(int rows) {
        return new StepTimeCurve(nanos, Math.clamp(rows, 1, maxBatch()));
    }

    /** Rows up to which the times were measured, or given; those of larger batches are continued. */
    public int measuredRows() {
        return measuredRows;
    }

    /** Largest batch that the curve tells apart from larger ones. */
    public int maxBatch() {
        return nanos.length - 1;
    }

    /** Nanoseconds of a step with this many rows. */
    public double nanos(int rows) {
        return nanos[Math.clamp(rows, 1, nanos.length - 1)];
    }

    /** Nanoseconds of a step with this many rows on average, by linear interpolation. */
    public double nanos(double rows) {
        double inside = Math.clamp(rows, 1, nanos.length - 1);
        int below = Math.min((int) inside, nanos.length - 2);
        return nanos[below] + (inside - below) * (nanos[below + 1] - nanos[below]);
    }
}
