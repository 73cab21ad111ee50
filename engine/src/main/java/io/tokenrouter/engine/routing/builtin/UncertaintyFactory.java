package io.tokenrouter.engine.routing.builtin;

import io.tokenrouter.engine.routing.AlgorithmFactory;
import io.tokenrouter.engine.routing.OptionSpec;
import io.tokenrouter.engine.routing.Options;
import io.tokenrouter.engine.routing.RoutingAlgorithm;
import io.tokenrouter.engine.routing.ThresholdRange;
import io.tokenrouter.engine.routing.ThresholdRule;
import io.tokenrouter.engine.routing.ThresholdRule.Sense;
import io.tokenrouter.engine.routing.ThresholdRule.Signal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** {@code uncertainty}: a threshold on how sure the model is of the token it just made. */
public final class UncertaintyFactory implements AlgorithmFactory {

    static final String METRIC = "metric";
    static final String ENTER = "enter";
    static final String EXIT = "exit";
    static final String WINDOW = "window";
    static final String MIN_STAY = "minStay";
    static final String MODE = "mode";
    static final String NORMALISED = "normalised";

    private static final String REPLACE = "replace";
    private static final String SWITCH = "switch";

    @Override
    public String name() {
        return "uncertainty";
    }

    @Override
    public String help() {
        return "The large model writes where the small one is unsure.";
    }

    @Override
    public List<OptionSpec> options() {
        return List.of(
                OptionSpec.choice(
                        METRIC,
                        Metric.ENTROPY.word(),
                        Metric.words(),
                        "How sure a model is. Doubt: entropy (nats), au and eu (aleatoric and epistemic uncertainty of the"
                                + " ten largest logits); the large model writes at or above the threshold. Confidence:"
                                + " top1 (largest probability) and margin (largest minus second); the large model writes"
                                + " below the threshold."),
                OptionSpec.number(
                        ENTER,
                        0.45,
                        0,
                        Metric.MOST,
                        "",
                        "The threshold, in the unit of the metric: nats for entropy, 0 to 1 for top1, margin, eu and"
                                + " normalised entropy."),
                OptionSpec.number(
                        EXIT,
                        null,
                        0,
                        Metric.MOST,
                        "",
                        "Threshold at which the large model stops writing, not beyond enter: a gap keeps the two from"
                                + " alternating. Left out, it is enter."),
                OptionSpec.integer(
                        WINDOW, 1L, 1, 256, "tokens", "The threshold applies to the mean over so many tokens."),
                OptionSpec.integer(
                        MIN_STAY, 1L, 1, 4096, "tokens", "A model keeps writing at least so long after it took over."),
                OptionSpec.choice(
                        MODE,
                        REPLACE,
                        List.of(REPLACE, SWITCH),
                        "replace: the small model runs at every position and the large one overrides single tokens."
                                + " switch: one model writes alone until it is unsure (small) or sure again (large)."),
                OptionSpec.flag(NORMALISED, false, "Divides entropy by ln V, its largest value; for entropy only."));
    }

    @Override
    public String thresholdOption() {
        return ENTER;
    }

    /** Where exit is set, enter lies beyond it. */
    @Override
    public ThresholdRange thresholdRange(Options options) {
        Metric metric = Metric.ofWord(options.choice(METRIC));
        boolean normalised = options.flag(NORMALISED);
        double most = metric.most(normalised);
        if (!options.isSet(EXIT)) {
            return new ThresholdRange(0, most);
        }
        double exit = metric.threshold(options, EXIT, normalised);
        return metric.sense() == Metric.Sense.DOUBT ? new ThresholdRange(exit, most) : new ThresholdRange(0, exit);
    }

    /** Of a mean over a window, a stay, or two thresholds no position tells by itself; LogU is on no record. */
    @Override
    public @Nullable ThresholdRule thresholdRule(Options options, int vocabularySize) {
        boolean isPlain = options.choice(MODE).equals(REPLACE)
                && !options.isSet(EXIT)
                && options.integer(WINDOW) == 1
                && options.integer(MIN_STAY) == 1;
        if (!isPlain) {
            return null;
        }
        return switch (Metric.ofWord(options.choice(METRIC))) {
            case ENTROPY ->
                new ThresholdRule(
                        Signal.ENTROPY,
                        Sense.FROM,
                        options.flag(NORMALISED) ? Thresholds.normalisation(vocabularySize) : 1);
            case TOP1 -> new ThresholdRule(Signal.TOP_PROBABILITY, Sense.BELOW);
            case MARGIN -> new ThresholdRule(Signal.MARGIN, Sense.BELOW);
            case AU, EU -> null;
        };
    }

    @Override
    public RoutingAlgorithm<?> create(Options options) {
        Metric metric = Metric.ofWord(options.choice(METRIC));
        boolean normalised = options.flag(NORMALISED);
        if (normalised && metric != Metric.ENTROPY) {
            throw Options.invalid(NORMALISED, "is for entropy only, not for " + metric.word());
        }
        double enter = metric.threshold(options, ENTER, normalised);
        double exit = options.isSet(EXIT) ? metric.threshold(options, EXIT, normalised) : enter;
        if (!metric.isWithin(exit, enter)) {
            String most = metric.sense() == Metric.Sense.DOUBT ? "at most" : "at least";
            throw Options.invalid(
                    EXIT, "must be " + most + " routing.options.enter, which is " + enter + ", not " + exit);
        }
        Thresholds thresholds =
                new Thresholds(metric, enter, exit, options.integer(WINDOW), options.integer(MIN_STAY), normalised);
        return options.choice(MODE).equals(SWITCH)
                ? new Switch(thresholds)
                : new Replace(metric.signals(), prompt -> new ThresholdJudge(thresholds, prompt.vocabularySize()));
    }
}
