package io.tokenrouter.engine.throughput;

/**
 * What a step of one model costs. A step of b rows that take x catch-up ids together lasts
 * {@code stepTime(b) + nanosPerCatchUpToken * x} on average.
 *
 * @param stepTime by the number of rows
 * @param nanosPerCatchUpToken for each id beyond the first that a row is extended by; 0 or more
 * @param noise coefficient of variation of step times, 0 for exactly predictable steps
 * @param maxBatch most rows of one step, at least 1
 */
public record ModelProfile(StepTimeCurve stepTime, double nanosPerCatchUpToken, double noise, int maxBatch) {

    public ModelProfile {
        if (!(nanosPerCatchUpToken >= 0) || !(noise >= 0) || !(noise < 10) || maxBatch < 1) {
            throw new IllegalArgumentException(
                    "a profile needs a catch-up cost of at least 0, noise of 0 to 10 and a batch"
                            + " of at least 1, not " + nanosPerCatchUpToken + ", " + noise + ", " + maxBatch);
        }
    }

    /** Without catch-up cost or noise, with batches as large as the curve. */
    public static ModelProfile of(StepTimeCurve stepTime) {
        return new ModelProfile(stepTime, 0, 0, stepTime.maxBatch());
    }

    public ModelProfile withCatchUp(double nanosPerToken) {
        return new ModelProfile(stepTime, nanosPerToken, noise, maxBatch);
    }

    public ModelProfile withNoise(double coefficientOfVariation) {
        return new ModelProfile(stepTime, nanosPerCatchUpToken, coefficientOfVariation, maxBatch);
    }

    public ModelProfile withMaxBatch(int rows) {
        return new ModelProfile(stepTime, nanosPerCatchUpToken, noise, rows);
    }
}
