package io.tokenrouter.engine.routing.builtin;

import io.tokenrouter.engine.routing.AlgorithmFactory;
import io.tokenrouter.engine.routing.OptionSpec;
import io.tokenrouter.engine.routing.Options;
import io.tokenrouter.engine.routing.Role;
import io.tokenrouter.engine.routing.RoutingAlgorithm;
import io.tokenrouter.engine.routing.ThresholdRange;
import io.tokenrouter.engine.sampling.Fusion;
import io.tokenrouter.engine.sampling.Fusion.Space;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** {@code fuse}: one token from the rows of both models. */
public final class FuseFactory implements AlgorithmFactory {

    private static final String LARGE = "weightLarge";
    private static final String SMALL = "weightSmall";
    private static final String SPACE = "space";
    private static final String PLAUSIBILITY = "plausibility";
    private static final String MASK_BY = "maskBy";
    private static final String TOP_K = "topK";
    private static final String GATE = "gate";
    private static final String THRESHOLD = "tau";

    private static final String OWN_TEMPLATES = "ownTemplates";

    private static final String NONE = "none";
    private static final String ENTROPY = "entropy";

    @Override
    public String name() {
        return "fuse";
    }

    @Override
    public String help() {
        return "Both models write each token together: it is drawn from a weighted sum of what they predict.";
    }

    @Override
    public List<OptionSpec> options() {
        return List.of(
                OptionSpec.number(
                        LARGE, 0.5, -10, 10, "", "Weight of the large model. Below 0, what it prefers is avoided."),
                OptionSpec.number(
                        SMALL,
                        0.5,
                        -10,
                        10,
                        "",
                        "Weight of the small model. Below 0, what it prefers is avoided, as in contrastive decoding."),
                OptionSpec.choice(
                        SPACE,
                        word(Space.LOGIT),
                        Arrays.stream(Space.values()).map(FuseFactory::word).toList(),
                        "What is summed. logit and logprob: logits or their normalised form, a product of distributions. prob:"
                                + " probabilities, a mixture; needs weights of 0 or more."),
                OptionSpec.number(
                        PLAUSIBILITY,
                        0.0,
                        0,
                        1,
                        "",
                        "A token must have this share of the most probable token's probability under the model of maskBy. Contrastive"
                                + " decoding uses 0.1; 0 allows all."),
                OptionSpec.choice(
                        MASK_BY,
                        Role.LARGE.name(),
                        List.of(Role.LARGE.name(), Role.SMALL.name()),
                        "The model whose probabilities plausibility and topK look at."),
                OptionSpec.integer(
                        TOP_K,
                        0L,
                        0,
                        1_000_000,
                        "tokens",
                        "Only so many most probable tokens of the model of maskBy can be drawn. 0 allows all."),
                OptionSpec.choice(
                        GATE,
                        NONE,
                        List.of(NONE, ENTROPY),
                        "Which tokens are written together. none: all of them. entropy: those of which the small model is unsure; it"
                                + " writes the others alone."),
                OptionSpec.number(
                        THRESHOLD,
                        0.45,
                        0,
                        20,
                        "nats",
                        "For the gate entropy: the small model is unsure above this entropy. Calibrate it for the pair."),
                OptionSpec.flag(
                        OWN_TEMPLATES,
                        false,
                        "Each model reads the conversation in its own chat template. For chats only."));
    }

    private static String word(Space space) {
        return space.name().toLowerCase(Locale.ROOT);
    }

    @Override
    public String thresholdOption() {
        return THRESHOLD;
    }

    @Override
    public ThresholdRange thresholdRange(Options options) {
        if (options.choice(GATE).equals(NONE)) {
            throw Options.invalid(THRESHOLD, "does nothing while routing.options." + GATE + " is " + NONE);
        }
        return AlgorithmFactory.super.thresholdRange(options);
    }

    @Override
    public RoutingAlgorithm<?> create(Options options) {
        float large = (float) options.number(LARGE);
        float small = (float) options.number(SMALL);
        Space space = Space.valueOf(options.choice(SPACE).toUpperCase(Locale.ROOT));
        if (large == 0 && small == 0) {
            throw Options.invalid(LARGE, "and routing.options." + SMALL + " must not both be 0");
        }
        if (space == Space.PROB && (large < 0 || small < 0)) {
            throw Options.invalid(
                    large < 0 ? LARGE : SMALL, "must be at least 0 where routing.options." + SPACE + " is prob");
        }
        int maskBy = List.of(Fuse.ROLES).indexOf(new Role(options.choice(MASK_BY)));
        Fusion rule = Fusion.of(space, large, small)
                .withPlausibility((float) options.number(PLAUSIBILITY), maskBy)
                .withTopK(options.integer(TOP_K));
        Fuse fuse = options.choice(GATE).equals(ENTROPY)
                ? Fuse.whereUnsure(rule, options.number(THRESHOLD))
                : Fuse.everywhere(rule);
        return options.flag(OWN_TEMPLATES) ? fuse.inOwnTemplates() : fuse;
    }
}
