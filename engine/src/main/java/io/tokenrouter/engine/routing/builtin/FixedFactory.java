package io.tokenrouter.engine.routing.builtin;

import io.tokenrouter.engine.routing.AlgorithmFactory;
import io.tokenrouter.engine.routing.OptionSpec;
import io.tokenrouter.engine.routing.Options;
import io.tokenrouter.engine.routing.Role;
import io.tokenrouter.engine.routing.RoutingAlgorithm;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** {@code fixed}: the baseline of a single model. */
public final class FixedFactory implements AlgorithmFactory {

    @Override
    public String name() {
        return "fixed";
    }

    @Override
    public String help() {
        return "One model writes everything.";
    }

    @Override
    public List<OptionSpec> options() {
        return List.of(OptionSpec.choice(
                "role", Role.LARGE.name(), List.of(Role.SMALL.name(), Role.LARGE.name()), "Which model writes."));
    }

    @Override
    public @Nullable String thresholdOption() {
        return null;
    }

    @Override
    public RoutingAlgorithm<?> create(Options options) {
        return new Fixed(new Role(options.choice("role")));
    }
}
