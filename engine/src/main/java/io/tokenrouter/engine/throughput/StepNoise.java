package io.tokenrouter.engine.throughput;

import java.util.SplittableRandom;

/** How far a step's time is from its prediction: a log-normal factor with mean 1. For one thread. */
final class StepNoise {

    private final double mu;
    private final double sigma;
    private final SplittableRandom random;

    /**
     * @param coefficientOfVariation 0 or more
     */
    StepNoise(double coefficientOfVariation, SplittableRandom random) {
        double variance = Math.log1p(coefficientOfVariation * coefficientOfVariation);
        this.mu = -variance / 2;
        this.sigma = Math.sqrt(variance);
        this.random = random;
    }

    /** At least 1 ns. */
    long apply(long predictedNanos) {
        if (sigma == 0) {
            return Math.max(1, predictedNanos);
        }
        return Math.max(1, Math.round(predictedNanos * Math.exp(mu + sigma * random.nextGaussian())));
    }
}
