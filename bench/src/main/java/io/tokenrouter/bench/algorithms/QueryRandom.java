package io.tokenrouter.bench.algorithms;

import io.tokenrouter.engine.routing.AlgorithmFactory;
import io.tokenrouter.engine.routing.Hop;
import io.tokenrouter.engine.routing.OptionSpec;
import io.tokenrouter.engine.routing.Options;
import io.tokenrouter.engine.routing.Prompt;
import io.tokenrouter.engine.routing.Role;
import io.tokenrouter.engine.routing.RoutingAlgorithm;
import io.tokenrouter.engine.routing.Spec;
import io.tokenrouter.engine.routing.Trace;
import io.tokenrouter.engine.sampling.PositionRandom;
import io.tokenrouter.engine.sampling.Purpose;
import java.util.List;

/** {@code query-random}: a coin decides who writes the whole answer. */
final class QueryRandom implements AlgorithmFactory {

    static final String NAME = "query-random";
    static final String THRESHOLD = "threshold";

    /** From 0 to 1, a request's own. */
    static double coin(long seed) {
        return PositionRandom.uniform(seed, 0, Purpose.ROUTE);
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String help() {
        return "A coin decides who writes the whole answer.";
    }

    @Override
    public List<OptionSpec> options() {
        return List.of(OptionSpec.number(
                THRESHOLD,
                0.5,
                0,
                2,
                "",
                "The large model writes answers whose coin is at least this; the coin is below 1."));
    }

    @Override
    public String thresholdOption() {
        return THRESHOLD;
    }

    @Override
    public RoutingAlgorithm<?> create(Options options) {
        return new Coin(options.number(THRESHOLD));
    }

    /** The state is who writes. */
    private record Coin(double threshold) implements RoutingAlgorithm<Role> {

        @Override
        public Spec spec() {
            return Spec.of(Role.SMALL, Role.LARGE);
        }

        @Override
        public Role begin(Prompt prompt) {
            return coin(prompt.seed()) >= threshold ? Role.LARGE : Role.SMALL;
        }

        @Override
        public Hop route(Role writer, Trace trace) {
            return Hop.to(writer);
        }
    }
}
