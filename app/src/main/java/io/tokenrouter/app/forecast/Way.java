package io.tokenrouter.app.forecast;

import java.util.OptionalDouble;

/**
 * What one way to run a load gives.
 *
 * @param tokensPerSecond of all answers together; a token that the large model replaces does not count
 * @param tokensPerSecondEach of one request
 * @param p99GapMillis 99 of 100 steps of a request end at most as long after its step before; empty where it is not known
 */
public record Way(double tokensPerSecond, double tokensPerSecondEach, OptionalDouble p99GapMillis) {

    static Way of(int requests, double tokensPerSecond, double p99GapNanos) {
        return new Way(
                tokensPerSecond,
                tokensPerSecond / requests,
                Double.isFinite(p99GapNanos) ? OptionalDouble.of(p99GapNanos / 1e6) : OptionalDouble.empty());
    }

    /** As many times the throughput, with the same gaps. */
    public Way times(double factor) {
        return new Way(factor * tokensPerSecond, factor * tokensPerSecondEach, p99GapMillis);
    }
}
