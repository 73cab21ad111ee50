package io.tokenrouter.engine.routing.builtin;

import io.tokenrouter.engine.routing.Hop;
import io.tokenrouter.engine.routing.Prompt;
import io.tokenrouter.engine.routing.Role;
import io.tokenrouter.engine.routing.RoutingAlgorithm;
import io.tokenrouter.engine.routing.Spec;
import io.tokenrouter.engine.routing.Trace;
import java.util.OptionalLong;

/**
 * A coin per position decides who writes there, so neither batching nor timing can change it. The state is the seed.
 *
 * @param share probability of the large model, 0 to 1
 * @param seed empty for the request's own
 */
record RandomShare(double share, OptionalLong seed) implements RoutingAlgorithm<Long> {

    private static final Spec SPEC = Spec.of(Role.SMALL, Role.LARGE);
    private static final Hop SMALL = Hop.to(Role.SMALL);
    private static final Hop LARGE = Hop.to(Role.LARGE);

    /** Keeps the coins apart from other randomness of the same seed. */
    private static final long PURPOSE = 0x726f757465L;

    @Override
    public Spec spec() {
        return SPEC;
    }

    @Override
    public Long begin(Prompt prompt) {
        return seed.orElse(prompt.seed());
    }

    @Override
    public Hop route(Long seed, Trace trace) {
        return coin(seed, trace.length()) < share ? LARGE : SMALL;
    }

    /** Uniform in [0, 1) with 53 bits: a function of (seed, position) alone. */
    static double coin(long seed, int position) {
        return (mix(mix(seed ^ PURPOSE) + position) >>> 11) * 0x1p-53;
    }

    /** The finalizer of SplitMix64 after a step by its odd constant, so that 0 is no fixed point. */
    private static long mix(long value) {
        long z = value + 0x9e3779b97f4a7c15L;
        z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
        z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
        return z ^ (z >>> 31);
    }
}
