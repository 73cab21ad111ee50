package io.tokenrouter.engine.routing.builtin;

import io.tokenrouter.engine.routing.AlgorithmFactory;
import io.tokenrouter.engine.routing.OptionSpec;
import io.tokenrouter.engine.routing.Options;
import io.tokenrouter.engine.routing.RoutingAlgorithm;
import java.util.List;

/** {@code glimpse}: the first token of a step decides who writes it. */
public final class GlimpseFactory implements AlgorithmFactory {

    private static final String DELIMITER = "delimiter";
    private static final String THRESHOLD = "tau";
    private static final String LEAST_STEP = "minStep";
    private static final String MOST_STEP = "maxStep";
    private static final String REDO = "redo";

    @Override
    public String name() {
        return "glimpse";
    }

    @Override
    public String help() {
        return "The small model's first token of a step decides who writes the whole step.";
    }

    @Override
    public List<OptionSpec> options() {
        return List.of(
                OptionSpec.text(DELIMITER, "\n\n", 64, "Ends a step. The default is a blank line."),
                OptionSpec.number(
                        THRESHOLD,
                        1.0,
                        0,
                        20,
                        "nats",
                        "The large model writes a step whose first token has more entropy than this. Depends on the pair: calibrate"
                                + " it."),
                OptionSpec.integer(
                        LEAST_STEP, 1L, 1, 4096, "tokens", "A delimiter within so many tokens ends no step."),
                OptionSpec.integer(MOST_STEP, 512L, 1, 8192, "tokens", "A step is over after so many tokens."),
                OptionSpec.flag(
                        REDO,
                        true,
                        "The large model writes the first token of its steps anew; otherwise it continues from the small"
                                + " model's."));
    }

    @Override
    public String thresholdOption() {
        return THRESHOLD;
    }

    @Override
    public RoutingAlgorithm<?> create(Options options) {
        int least = options.integer(LEAST_STEP);
        int most = options.integer(MOST_STEP);
        if (least > most) {
            throw Options.invalid(
                    LEAST_STEP, "must be at most routing.options.maxStep, which is " + most + ", not " + least);
        }
        return new Glimpse(options.text(DELIMITER), options.number(THRESHOLD), least, most, options.flag(REDO));
    }
}
