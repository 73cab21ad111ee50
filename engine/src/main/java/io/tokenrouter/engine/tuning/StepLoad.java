package io.tokenrouter.engine.tuning;

import io.tokenrouter.engine.throughput.ModelProfile;
import io.tokenrouter.engine.throughput.StepTimeCurve;

/**
 * What the requests of the present make of a model's steps, beyond the time that a step of some rows is expected to take.
 *
 * @param pace time that decode steps took by the time that they were expected to take: above 1 where pauses of something else come in
 *     between
 * @param catchUpIds ids that decode steps ran beyond one an answer, by the answers of all steps
 * @param promptNanos time that steps with ids of prompts took beyond a decode step of as many answers, by the answers of all steps;
 *     below 0 where nearly all steps of such sizes have prompts, and decoding alone is thought to take longer than both do
 * @param promptError standard error of {@code promptNanos}, as if each step with a prompt came by chance
 * @param answerNanos time of all steps by the answers of all steps
 */
record StepLoad(double pace, double catchUpIds, double promptNanos, double promptError, double answerNanos) {

    private static final double LEAST_LEFT = 0.1;

    /** Steps as they are expected, without prompts and catch-up. */
    static final StepLoad NONE = new StepLoad(1, 0, 0, 0, 0);

    /**
     * A profile with which endless requests take the time that these take. A throughput model knows requests that write for ever:
     * every row bears its part of the prompts, and a row catches up with as much as was measured, not with what it would in an answer
     * without beginning or end. Fit for predictions only: no single step is expected to take as long.
     *
     * @param bare step times and cost of an id more
     * @param endlessCatchUp ids that a row of an endless request catches up with in the mean, at least 0
     */
    ModelProfile on(ModelProfile bare, double endlessCatchUp) {
        double drawn = Math.min(catchUpIds, endlessCatchUp);
        double nanosPerId = pace * bare.nanosPerCatchUpToken();
        double nanosPerRow = promptNanos + nanosPerId * (catchUpIds - drawn);
        return new ModelProfile(
                steps(bare.stepTime(), nanosPerRow),
                endlessCatchUp == 0 ? 0 : nanosPerId * drawn / endlessCatchUp,
                bare.noise(),
                bare.maxBatch());
    }

    private StepTimeCurve steps(StepTimeCurve bare, double nanosPerRow) {
        double[] longest = {pace * bare.nanos(1) * LEAST_LEFT};
        return StepTimeCurve.of(bare.maxBatch(), rows -> {
                    longest[0] = Math.max(longest[0], pace * bare.nanos(rows) + nanosPerRow * rows);
                    return longest[0];
                })
                .measuredUpTo(bare.measuredRows());
    }
}
