package io.tokenrouter.engine.routing.builtin;

import io.tokenrouter.engine.routing.AlgorithmFactory;
import io.tokenrouter.engine.routing.OptionSpec;
import io.tokenrouter.engine.routing.Options;
import io.tokenrouter.engine.routing.RoutingAlgorithm;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** {@code relay}: the small model calls the large one by what it writes. */
public final class RelayFactory implements AlgorithmFactory {

    private static final String OPEN = "open";
    private static final String CLOSE = "close";
    private static final String MOST_CALLS = "maxCalls";
    private static final String MOST_TOKENS = "maxPerCall";

    @Override
    public String name() {
        return "relay";
    }

    @Override
    public String help() {
        return "The small model calls the large one by what it writes, and says for how many tokens.";
    }

    @Override
    public List<OptionSpec> options() {
        return List.of(
                OptionSpec.text(
                        OPEN, "<call>", 64, "Begins a call. The small model must have been trained to write calls."),
                OptionSpec.text(CLOSE, "</call>", 64, "Ends a call; between the two stands the number of tokens."),
                OptionSpec.integer(MOST_CALLS, 5L, 0, 1000, "calls", "Calls beyond so many are not followed."),
                OptionSpec.integer(MOST_TOKENS, 512L, 1, 8192, "tokens", "A call for more gets so many."));
    }

    @Override
    public @Nullable String thresholdOption() {
        return null;
    }

    @Override
    public RoutingAlgorithm<?> create(Options options) {
        return new Relay(
                options.text(OPEN), options.text(CLOSE), options.integer(MOST_CALLS), options.integer(MOST_TOKENS));
    }
}
