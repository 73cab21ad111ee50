package io.tokenrouter.engine.throughput;

/**
 * What settings are chosen for: the most tokens per second among those that keep to a bound.
 *
 * @param mostP99GapNanos 99 of 100 gaps between tokens are to be at most as long; infinite for no bound
 * @param leastGain by how much a hold must be better than none to be worth it, such as 0.01
 */
public record Goal(double mostP99GapNanos, double leastGain) {

    /** No bound, and holds from a gain of one percent on: less is within what measured curves are wrong. */
    public static final Goal THROUGHPUT = new Goal(Double.POSITIVE_INFINITY, 0.01);

    public Goal {
        if (!(mostP99GapNanos > 0) || !(leastGain >= 0)) {
            throw new IllegalArgumentException(
                    "a bound must be above 0 and a gain at least 0, not " + mostP99GapNanos + " and " + leastGain);
        }
    }
}
