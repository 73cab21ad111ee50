package io.tokenrouter.engine.routing.builtin;

import io.tokenrouter.engine.routing.AlgorithmFactory;
import io.tokenrouter.engine.routing.OptionSpec;
import io.tokenrouter.engine.routing.Options;
import io.tokenrouter.engine.routing.RoutingAlgorithm;
import java.util.List;
import java.util.OptionalLong;

/** {@code random}: the baseline that any signal must beat at the same share. */
public final class RandomFactory implements AlgorithmFactory {

    private static final String SHARE = "p";
    private static final String SEED = "seed";

    @Override
    public String name() {
        return "random";
    }

    @Override
    public String help() {
        return "A coin at every position: the large model writes a share p of the tokens.";
    }

    @Override
    public List<OptionSpec> options() {
        return List.of(
                OptionSpec.number(
                        SHARE, 0.10, 0, 1, "", "Probability that the large model writes a token, the same everywhere."),
                OptionSpec.integer(
                        SEED,
                        null,
                        Long.MIN_VALUE,
                        Long.MAX_VALUE,
                        "",
                        "Seed of the coins, the same for every request. Left out, each request uses its own seed."));
    }

    @Override
    public String thresholdOption() {
        return SHARE;
    }

    @Override
    public RoutingAlgorithm<?> create(Options options) {
        OptionalLong seed = options.isSet(SEED) ? OptionalLong.of(options.wide(SEED)) : OptionalLong.empty();
        return new RandomShare(options.number(SHARE), seed);
    }
}
