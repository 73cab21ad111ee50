package io.tokenrouter.engine.tuning;

import io.tokenrouter.engine.throughput.BucketTrim;
import io.tokenrouter.engine.throughput.ModelProfile;
import io.tokenrouter.engine.throughput.StepTimeCurve;
import java.util.Arrays;

/**
 * What a model's steps take, as measured: {@code T(b) + perExtraToken * x}. The arrays belong to the record.
 *
 * @param grid batch sizes
 * @param nanos step times at its sizes without additional tokens, before they are made to rise
 * @param evidence steps that were measured near each size
 * @param nanosPerExtraToken cost of each new token beyond one a row
 * @param cv relative standard deviation of a step's time, at least 0.02
 * @param measuredRows rows of the largest step that was measured, at least 1
 */
record StepTimeEstimate(
        KnotGrid grid, double[] nanos, double[] evidence, double nanosPerExtraToken, double cv, int measuredRows) {

    private static final double NO_EVIDENCE = 1e-3;

    /** By the number of rows: never falling, knots weighed by their evidence. */
    StepTimeCurve curve() {
        double[] weights = new double[evidence.length];
        for (int knot = 0; knot < weights.length; knot++) {
            weights[knot] = Math.min(evidence[knot], StepTimes.MEMORY) + NO_EVIDENCE;
        }
        StepTimeCurve straight = careful(StepTimeCurve.throughKnots(grid.rows(), nanos, weights), weights);
        return grid.hasSizes()
                ? StepTimeCurve.of(straight.maxBatch(), rows -> straight.nanos(grid.roundedUp(rows)))
                        .measuredUpTo(straight.measuredRows())
                : straight;
    }

    /** Beyond the rows that were measured at least as steep as they are at their end, whatever was expected there. */
    private StepTimeCurve careful(StepTimeCurve expected, double[] weights) {
        int known = grid.below(measuredRows) + 1;
        int most = grid.rows(known - 1);
        if (known == grid.size()) {
            return expected;
        }
        StepTimeCurve continued = StepTimeCurve.throughKnots(
                        Arrays.copyOf(grid.rows(), known), Arrays.copyOf(nanos, known), Arrays.copyOf(weights, known))
                .continuedTo(expected.maxBatch());
        return StepTimeCurve.of(
                        expected.maxBatch(),
                        rows -> rows <= most
                                ? expected.nanos(rows)
                                : Math.max(expected.nanos(rows), continued.nanos(rows)))
                .measuredUpTo(most);
    }

    /** What one step takes, from the sizes as they are. */
    double nanos(int batch, int extraTokens) {
        return grid.interpolate(nanos, batch) + nanosPerExtraToken * extraTokens;
    }

    /** Rows of a step that fills sizes with a better rate; all of them where the device knows no sizes: it would follow noise. */
    BucketTrim trim() {
        return grid.hasSizes() ? BucketTrim.of(curve(), BucketTrim.NOTICEABLE) : BucketTrim.NONE;
    }

    ModelProfile profile() {
        StepTimeCurve curve = curve();
        return new ModelProfile(curve, nanosPerExtraToken, cv, curve.maxBatch());
    }
}
