package io.tokenrouter.engine.throughput;

import java.util.List;

/**
 * What a workload does under given settings.
 *
 * @param tokensPerSecond rows of all steps, per second; drafts that another model replaces are among them
 * @param perUserTokensPerSecond the same for one request
 * @param meanGapNanos from one token of a request to its next
 * @param p99GapNanos 99 of 100 gaps are at most as long; NaN where the method does not know it
 * @param meanBatches for each model the rows of a step, 0 for one that is never visited
 * @param busyShares for each model the share of time in which it is in a step; NaN where the method does not know it
 */
public record Prediction(
        double tokensPerSecond,
        double perUserTokensPerSecond,
        double meanGapNanos,
        double p99GapNanos,
        List<Double> meanBatches,
        List<Double> busyShares) {

    public Prediction {
        meanBatches = List.copyOf(meanBatches);
        busyShares = List.copyOf(busyShares);
    }

    /** By Little's law the mean gap is the number of requests by the throughput, whatever the settings. */
    static Prediction of(
            int requests,
            double tokensPerSecond,
            double p99GapNanos,
            List<Double> meanBatches,
            List<Double> busyShares) {
        return new Prediction(
                tokensPerSecond,
                tokensPerSecond / requests,
                1e9 * requests / tokensPerSecond,
                p99GapNanos,
                meanBatches,
                busyShares);
    }
}
