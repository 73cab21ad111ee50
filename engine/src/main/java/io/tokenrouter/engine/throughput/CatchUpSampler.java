package io.tokenrouter.engine.throughput;

import java.util.SplittableRandom;

/**
 * How many ids requests are behind when they come to a model from another one: what others wrote since their last visit, in the mean
 * over all arrivals the reciprocal of the model's share of visits. Geometric for each request, with the mean of {@link RoutingMatrix}.
 */
final class CatchUpSampler {

    private static final int NORMAL_FROM = 13;

    private final double mean;
    private final double logOfMiss;

    /**
     * @param meanIds of one request that comes from another model, at least 1
     */
    CatchUpSampler(double meanIds) {
        mean = Math.max(1, meanIds);
        logOfMiss = Math.log1p(-1 / mean);
    }

    static CatchUpSampler of(RoutingMatrix routing, int model) {
        double fromOthers = 1 - routing.probability(model, model);
        return new CatchUpSampler(fromOthers > 0 ? routing.meanCatchUp(model) / fromOthers : 1);
    }

    /** Ids of this many requests together: a negative binomial, for many requests its normal limit. */
    long draw(int requests, SplittableRandom random) {
        if (mean == 1) {
            return requests;
        }
        if (requests < NORMAL_FROM) {
            long sum = 0;
            for (int i = 0; i < requests; i++) {
                sum += 1 + (long) (Math.log1p(-random.nextDouble()) / logOfMiss);
            }
            return sum;
        }
        double deviation = Math.sqrt(requests * mean * (mean - 1));
        return Math.max(requests, Math.round(requests * mean + deviation * random.nextGaussian()));
    }
}
