package io.tokenrouter.engine.tuning;

import io.tokenrouter.engine.throughput.ModelProfile;
import io.tokenrouter.engine.throughput.StepTimeCurve;

/**
 * What a model's steps take, as measured: {@code T(b) + perExtraToken * x}. The arrays belong to the record.
 *
 * @param rows batch sizes, rising, the first is 1 and the last the largest step
 * @param nanos step times at these sizes without additional tokens, before they are made to rise
 * @param evidence steps that were measured near each size
 * @param nanosPerExtraToken cost of each new token beyond one a row
 * @param cv relative standard deviation of a step's time, at least 0.02
 */
record StepTimeEstimate(int[] rows, double[] nanos, double[] evidence, double nanosPerExtraToken, double cv) {

    private static final double NO_EVIDENCE = 1e-3;

    /** By the number of rows: never falling, knots weighed by their evidence. */
    StepTimeCurve curve() {
        double[] weights = new double[evidence.length];
        for (int knot = 0; knot < weights.length; knot++) {
            weights[knot] = Math.min(evidence[knot], StepTimes.MEMORY) + NO_EVIDENCE;
        }
        return StepTimeCurve.throughKnots(rows, nanos, weights);
    }

    /** What one step takes, from the knots as they are. */
    double nanos(int batch, int extraTokens) {
        int knot = 0;
        while (knot < rows.length - 2 && rows[knot + 1] <= batch) {
            knot++;
        }
        double extra = nanosPerExtraToken * extraTokens;
        if (rows.length == 1 || batch >= rows[rows.length - 1]) {
            return nanos[rows.length - 1] + extra;
        }
        double fraction = (double) (batch - rows[knot]) / (rows[knot + 1] - rows[knot]);
        return nanos[knot] + fraction * (nanos[knot + 1] - nanos[knot]) + extra;
    }

    ModelProfile profile() {
        StepTimeCurve curve = curve();
        return new ModelProfile(curve, nanosPerExtraToken, cv, curve.maxBatch());
    }
}
