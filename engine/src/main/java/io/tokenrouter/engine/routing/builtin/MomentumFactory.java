package io.tokenrouter.engine.routing.builtin;

import io.tokenrouter.engine.routing.AlgorithmFactory;
import io.tokenrouter.engine.routing.OptionSpec;
import io.tokenrouter.engine.routing.Options;
import io.tokenrouter.engine.routing.RoutingAlgorithm;
import io.tokenrouter.engine.routing.ThresholdRange;
import java.util.List;

/** {@code momentum}: phases of doubt instead of single unsure tokens. */
public final class MomentumFactory implements AlgorithmFactory {

    private static final String METRIC = "metric";
    private static final String THRESHOLD = "threshold";
    private static final String DECAY = "decay";
    private static final String LOW = "low";
    private static final String HIGH = "high";

    @Override
    public String name() {
        return "momentum";
    }

    @Override
    public String help() {
        return "The large model writes through phases in which the small one is often unsure.";
    }

    @Override
    public List<OptionSpec> options() {
        return List.of(
                OptionSpec.choice(
                        METRIC, Metric.AU.word(), Metric.words(), "How sure the small model is, as for uncertainty."),
                OptionSpec.number(
                        THRESHOLD,
                        2.275,
                        0,
                        Metric.MOST,
                        "",
                        "A token counts as unsure at or above it (entropy, au, eu) or below it (top1, margin); 0 to 1 for"
                                + " top1, margin and eu."),
                OptionSpec.number(
                        DECAY, 0.7, 0, 0.999, "", "How much of the calm of earlier tokens is kept per token."),
                OptionSpec.number(LOW, 0.3, 0, 1, "", "The large model takes over at or below this calm."),
                OptionSpec.number(HIGH, 0.7, 0, 1, "", "It writes until the calm is above this; at least low."));
    }

    @Override
    public String thresholdOption() {
        return THRESHOLD;
    }

    @Override
    public ThresholdRange thresholdRange(Options options) {
        return new ThresholdRange(0, Metric.ofWord(options.choice(METRIC)).most(false));
    }

    @Override
    public RoutingAlgorithm<?> create(Options options) {
        double low = options.number(LOW);
        double high = options.number(HIGH);
        if (high < low) {
            throw Options.invalid(HIGH, "must be at least routing.options.low, which is " + low + ", not " + high);
        }
        Metric metric = Metric.ofWord(options.choice(METRIC));
        MomentumJudge.Rule rule = new MomentumJudge.Rule(
                metric, metric.threshold(options, THRESHOLD, false), options.number(DECAY), low, high);
        return new Replace(metric.signals(), prompt -> new MomentumJudge(rule));
    }
}
