package io.tokenrouter.engine.tuning;

import java.util.Arrays;

/**
 * What a model's steps take by batch size and additional tokens, learned from each step: {@code T(b) + gamma * x}. Used by one
 * thread.
 *
 * <p>Kept are, for each knot of the batch size, running means of the step time and of the additional tokens. The cost of a token is
 * regressed on what deviates from both, so that additional tokens that grow with the batch cannot pass for a cost of rows, nor
 * the other way round.
 */
final class StepTimes {

    /** Steps after which a knot's mean turns from a plain into an exponential one. */
    static final double MEMORY = 64;

    private static final double VARIANCE_WEIGHT = 0.02;
    private static final double FIRST_DEVIATION = 0.1;

    /** What was measured at a size counts less with each step at others: a device that changed did so at all sizes. */
    private static final double EVIDENCE_KEPT = 1 - 1.0 / 1024;

    /** Relative noise that is always assumed: steps without any would keep a simulation in phase with itself. */
    static final double LEAST_DEVIATION = 0.02;

    /** Steps in a row that look like outliers until they are taken for the truth. */
    private static final int BELIEVED_AFTER = 8;

    private static final double MOST_ERROR = 8;

    private static final double MOST_NANOS = 1e15;

    private final KnotGrid grid;
    private final double[] prior;
    private final int priorRows;
    private final double[] means;
    private final double[] meanExtra;
    private final double[] evidence;
    private final int[] outliers;
    private final CatchUpCost extraCost = new CatchUpCost();
    private double variance = FIRST_DEVIATION * FIRST_DEVIATION;
    private long steps;

    /**
     * @param prior what steps are expected to take at each knot, ns, above 0; its level is corrected by what is measured, its shape
     *     is kept where nothing is
     * @param priorRows rows of the largest step that the prior was measured with; 0 if it is a guess
     */
    StepTimes(KnotGrid grid, double[] prior, int priorRows) {
        if (prior.length != grid.size() || Arrays.stream(prior).anyMatch(nanos -> !(nanos > 0 && nanos < 1e18))) {
            throw new IllegalArgumentException(
                    "a prior needs a time above 0 for each of the " + grid.size() + " knots");
        }
        this.grid = grid;
        this.priorRows = priorRows;
        this.prior = prior.clone();
        this.means = prior.clone();
        this.meanExtra = new double[grid.size()];
        this.evidence = new double[grid.size()];
        this.outliers = new int[grid.size()];
    }

    /**
     * Learns from a step that ran alone. A step that took more than twice the expected time is taken for a pause of something else
     * and ignored, unless several in a row do.
     *
     * @param rows at least 1
     * @param extraTokens new tokens beyond one for each row
     * @param nanos from the decision to start until the results were queued
     */
    void observe(int rows, int extraTokens, double nanos) {
        int below = grid.below(rows);
        double fraction = grid.fraction(rows, below);
        double extra = extraTokens - grid.interpolate(meanExtra, rows);
        double expected = expectedNanos(rows, extraTokens);
        double error = nanos / Math.max(expected, 1) - 1;
        double deviation = Math.max(Math.sqrt(variance), LEAST_DEVIATION / 2);
        int nearest = fraction > 0.5 ? below + 1 : below;
        steps++;
        if (error > Math.max(1, 8 * deviation)) {
            if (++outliers[nearest] < BELIEVED_AFTER) {
                return;
            }
            error = Math.min(error, MOST_ERROR);
            startOver();
        } else {
            outliers[nearest] = 0;
            error = Math.clamp(error, -3 * deviation, 3 * deviation);
        }
        variance += VARIANCE_WEIGHT * (error * error - variance);
        forgetALittle();
        double ofExtra = perToken() * extra;
        extraCost.add(extra, error * expected + ofExtra);
        move(below, 1 - fraction, error, ofExtra, extra);
        if (fraction > 0) {
            move(below + 1, fraction, error, ofExtra, extra);
        }
    }

    /** What a step is expected to take by now. */
    double expectedNanos(int rows, int extraTokens) {
        double extra = extraTokens - grid.interpolate(meanExtra, rows);
        return grid.interpolate(means, rows) + perToken() * extra;
    }

    /** The device is another one by now: what is measured from now on counts. */
    private void startOver() {
        for (int knot = 0; knot < evidence.length; knot++) {
            evidence[knot] = Math.min(evidence[knot], 1);
        }
    }

    private void forgetALittle() {
        for (int knot = 0; knot < evidence.length; knot++) {
            evidence[knot] *= EVIDENCE_KEPT;
        }
    }

    /** A token more costs less than a step of one row. */
    private double perToken() {
        return Math.min(extraCost.perToken(), means[0]);
    }

    /** Both neighbours take the same relative error: where the prior is wrong by a factor they agree at once. */
    private void move(int knot, double share, double error, double ofExtra, double extra) {
        evidence[knot] = Math.min(evidence[knot], MEMORY) + share;
        double weight = share / Math.clamp(evidence[knot], 1, MEMORY);
        means[knot] = Math.clamp(means[knot] + weight * (error * means[knot] + ofExtra), 1, MOST_NANOS);
        meanExtra[knot] += weight * extra;
    }

    /** Steps observed. */
    long steps() {
        return steps;
    }

    /** Rows of the largest step that was measured, now or for the prior. */
    private int measuredRows() {
        int most = Math.max(1, priorRows);
        for (int knot = 0; knot < evidence.length; knot++) {
            if (evidence[knot] >= 1) {
                most = Math.max(most, grid.rows(knot));
            }
        }
        return most;
    }

    /** What steps take by now. */
    StepTimeEstimate estimate() {
        double perToken = perToken();
        double[] ratio = new double[grid.size()];
        for (int knot = 0; knot < ratio.length; knot++) {
            double alone = Math.max(means[knot] - perToken * meanExtra[knot], means[knot] / 10);
            ratio[knot] = alone / prior[knot];
        }
        Levels.spread(ratio, evidence);
        double[] nanos = new double[grid.size()];
        Arrays.setAll(nanos, knot -> prior[knot] * ratio[knot]);
        double cv = Math.max(Math.sqrt(variance), LEAST_DEVIATION);
        return new StepTimeEstimate(grid, nanos, evidence.clone(), perToken, cv, measuredRows());
    }
}
