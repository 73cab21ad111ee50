package io.tokenrouter.engine.throughput;

import java.util.SplittableRandom;

/**
 * How many ids requests have to catch up with when they come to a model from another one: what stayed of that which others wrote since
 * their last visit. Geometric for each request, with the mean of {@link RoutingMatrix}: at least 1 if everything stays, else perhaps 0,
 * as the token that sent a request here may have been thrown away.
 */
final class CatchUpSampler {

    private static final int NORMAL_FROM = 13;

    private final int shift;
    private final double mean;
    private final double logOfMiss;

    /**
     * @param meanIds of one request that comes from another model, at least {@code least}
     * @param least ids of every such request, 0 or 1
     */
    CatchUpSampler(double meanIds, int least) {
        shift = 1 - least;
        mean = Math.max(1, meanIds + shift);
        logOfMiss = Math.log1p(-1 / mean);
    }

    static CatchUpSampler of(RoutingMatrix routing, int model) {
        double fromOthers = 1 - routing.probability(model, model);
        int least = routing.keptShare() < 1 ? 0 : 1;
        return new CatchUpSampler(fromOthers > 0 ? routing.meanCatchUp(model) / fromOthers : least, least);
    }

    /** Ids of this many requests together: a negative binomial, for many requests its normal limit. */
    long draw(int requests, SplittableRandom random) {
        return shifted(requests, random) - (long) shift * requests;
    }

    private long shifted(int requests, SplittableRandom random) {
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
