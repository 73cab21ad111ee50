package io.tokenrouter.engine.routing.builtin;

import io.tokenrouter.engine.routing.Hop;
import io.tokenrouter.engine.routing.Prompt;
import io.tokenrouter.engine.routing.Role;
import io.tokenrouter.engine.routing.RoutingAlgorithm;
import io.tokenrouter.engine.routing.Spec;
import io.tokenrouter.engine.routing.Trace;
import io.tokenrouter.engine.sampling.PositionRandom;
import io.tokenrouter.engine.sampling.Purpose;
import java.util.OptionalLong;

/**
 * A coin per position decides who writes there, so neither batching nor timing can change it. The state is the seed.
 *
 * @param share probability of the large model, 0 to 1
 * @param seed empty for the request's own
 */
record RandomShare(double share, OptionalLong seed) implements RoutingAlgorithm<Long> {

    private static final Spec SPEC = Spec.of(Role.SMALL, Role.LARGE);
    private static final Hop SMALL = Hop.to(Role.SMALL, Role.LARGE);
    private static final Hop LARGE = Hop.to(Role.LARGE);

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
        return PositionRandom.uniform(seed, trace.length(), Purpose.ROUTE) < share ? LARGE : SMALL;
    }
}
