package io.tokenrouter.engine.tuning;

/**
 * What the steps of one model took in all, prompts and pauses included: of the last seconds, as the tokens per second that a
 * prediction is compared with, or of the last steps where these take long. Kept beside it is the number of answers at each knot of
 * the batch size, so that it can be compared at any time with what decode steps are expected to take by then: an expectation that was
 * wrong at first leaves nothing behind. Used by one thread.
 */
final class WorkMeter {

    /** Where steps are so slow that a few seconds hold few of them, as many count. */
    private static final double LEAST_STEPS = 256;

    /**
     * A single step counts for at most so many times what it was expected to take: a machine that slept is no load. The first one that
     * reads prompts counts as it was, for want of anything to expect.
     */
    private static final double MOST_TIMES = 9;

    private final KnotGrid grid;
    private final Work decode;
    private final Work prompts;
    private double answers;
    private long lastNanos = Long.MIN_VALUE;

    /** Sums over steps of one kind. */
    private static final class Work {
        final double[] stepsAtKnot;
        double steps;
        double nanos;
        double ids;

        Work(int knots) {
            stepsAtKnot = new double[knots];
        }

        void forget(double kept) {
            steps *= kept;
            nanos *= kept;
            ids *= kept;
            for (int knot = 0; knot < stepsAtKnot.length; knot++) {
                stepsAtKnot[knot] *= kept;
            }
        }

        double expectedNanos(StepTimeEstimate estimate) {
            double sum = 0;
            for (int knot = 0; knot < stepsAtKnot.length; knot++) {
                sum += stepsAtKnot[knot] * estimate.nanos()[knot];
            }
            return sum;
        }
    }

    WorkMeter(KnotGrid grid) {
        this.grid = grid;
        this.decode = new Work(grid.size());
        this.prompts = new Work(grid.size());
    }

    /**
     * Adds a step.
     *
     * @param nanos that it took, or would have taken alone
     * @param expectedNanos of its rows, and of the ids beyond them if none is of a prompt
     */
    void add(StepSample step, double nanos, double expectedNanos) {
        forget(step.endNanos());
        Work work = step.prefill() ? prompts : decode;
        int ids = step.rows() + step.extraTokens() - step.answers();
        double most = expectedNanos + (step.prefill() ? nanosPerPromptId(ids, nanos) * ids : 0);
        work.steps++;
        work.nanos += Math.min(nanos, MOST_TIMES * most);
        work.ids += ids;
        answers += step.answers();
        if (step.answers() > 0) {
            int below = grid.below(step.answers());
            double fraction = grid.fraction(step.answers(), below);
            work.stepsAtKnot[below] += 1 - fraction;
            if (fraction > 0) {
                work.stepsAtKnot[below + 1] += fraction;
            }
        }
    }

    private double nanosPerPromptId(int ids, double nanos) {
        return prompts.ids > 0 ? prompts.nanos / prompts.ids : nanos / Math.max(1, ids);
    }

    private void forget(long nowNanos) {
        double passed = lastNanos == Long.MIN_VALUE ? 0 : Math.max(0, nowNanos - lastNanos);
        double kept = Math.max(Math.exp(-passed / SteadyRate.MEMORY_NANOS), 1 - 1 / LEAST_STEPS);
        lastNanos = Math.max(lastNanos, nowNanos);
        answers *= kept;
        decode.forget(kept);
        prompts.forget(kept);
    }

    /**
     * @param estimate what decode steps are expected to take by now, on the same grid
     */
    StepLoad load(StepTimeEstimate estimate) {
        if (answers == 0) {
            return StepLoad.NONE;
        }
        double expected = decode.expectedNanos(estimate) + estimate.nanosPerExtraToken() * decode.ids;
        double pace = expected > 0 ? decode.nanos / expected : 1;
        double promptNanos = (prompts.nanos - pace * prompts.expectedNanos(estimate)) / answers;
        return new StepLoad(
                pace,
                decode.ids / answers,
                promptNanos,
                Math.abs(promptNanos) / Math.sqrt(Math.max(1, prompts.steps)),
                (decode.nanos + prompts.nanos) / answers);
    }
}
