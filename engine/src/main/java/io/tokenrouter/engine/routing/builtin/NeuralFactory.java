package io.tokenrouter.engine.routing.builtin;

import io.tokenrouter.engine.heads.RouterHead;
import io.tokenrouter.engine.routing.AlgorithmFactory;
import io.tokenrouter.engine.routing.OptionSpec;
import io.tokenrouter.engine.routing.Options;
import io.tokenrouter.engine.routing.RoutingAlgorithm;
import io.tokenrouter.engine.routing.Signals;
import io.tokenrouter.engine.routing.ThresholdRule;
import io.tokenrouter.engine.routing.ThresholdRule.Sense;
import io.tokenrouter.engine.routing.ThresholdRule.Signal;
import java.util.List;
import java.util.OptionalDouble;

/** {@code neural}: a trained head on the small model's rows decides (R2R, CITER, Co-LLM). */
public final class NeuralFactory implements AlgorithmFactory {

    static final String CHECKPOINT = "checkpoint";
    static final String THRESHOLD = "threshold";

    private static final double MOST = 2;

    @Override
    public String name() {
        return "neural";
    }

    @Override
    public String help() {
        return "A network trained for the pair reads the small model's rows and says where the large one is needed.";
    }

    @Override
    public List<OptionSpec> options() {
        return List.of(
                OptionSpec.text(
                        CHECKPOINT,
                        "demo",
                        64,
                        "Name of a router head that was trained on the small model of this pair, of those that the"
                                + " server has."),
                OptionSpec.number(
                        THRESHOLD,
                        null,
                        0,
                        MOST,
                        "",
                        "The large model writes where the head's number, 0 to 1, is at or above it; with 0 it always"
                                + " writes, above 1 never. Heads that say how sufficient the small model is mean the"
                                + " opposite: below it. Left out, it is the one that the head was made for."));
    }

    @Override
    public String thresholdOption() {
        return THRESHOLD;
    }

    /** Left out, it is the head's own. */
    @Override
    public OptionalDouble threshold(Options options) {
        return options.isSet(THRESHOLD)
                ? OptionalDouble.of(options.number(THRESHOLD))
                : options.head(CHECKPOINT).threshold();
    }

    @Override
    public ThresholdRule thresholdRule(Options options, int vocabularySize) {
        boolean isHardness = options.head(CHECKPOINT).score() == RouterHead.Score.HARD;
        return new ThresholdRule(Signal.SCORE, isHardness ? Sense.FROM : Sense.BELOW);
    }

    @Override
    public RoutingAlgorithm<?> create(Options options) {
        RouterHead head = options.head(CHECKPOINT);
        double threshold = threshold(options)
                .orElseThrow(() ->
                        Options.invalid(THRESHOLD, "is needed: the router head '" + head.id() + "' comes without one"));
        return new Replace(
                Signals.BASIC.withHead(head.net()), prompt -> new HeadJudge(head.id(), head.score(), threshold));
    }
}
