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
import java.util.Set;
import java.util.stream.Collectors;

/** {@code fuse}: one token from the rows of both models. */
public final class FuseFactory implements AlgorithmFactory {

    private static final String LARGE = "weightLarge";
    private static final String SMALL = "weightSmall";
    private static final String WEIGHTS = "weights";
    private static final String SPACE = "space";
    private static final String PLAUSIBILITY = "plausibility";
    private static final String MASK_BY = "maskBy";
    private static final String TOP_K = "topK";
    private static final String GATE = "gate";
    private static final String THRESHOLD = "tau";

    private static final String OWN_TEMPLATES = "ownTemplates";

    /** Longest names of roles, and twice as many of them as a pair can have. */
    private static final int MOST_CHARACTERS = 512;

    private static final int MOST_ROLE = 32;

    private static final String NONE = "none";
    private static final String ENTROPY = "entropy";

    @Override
    public String name() {
        return "fuse";
    }

    @Override
    public String help() {
        return "Several models write each token together: it is drawn from a weighted sum of what they predict.";
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
                new OptionSpec(
                        WEIGHTS,
                        OptionSpec.Type.TEXT,
                        null,
                        1,
                        MOST_CHARACTERS,
                        "",
                        "Weights by role, in place of the two above, for any roles of the pair: large=1, small=1, base=-1 is"
                                + " proxy tuning. Each from -10 to 10. The token counts as the first role's.",
                        List.of()),
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
                OptionSpec.text(
                        MASK_BY,
                        Role.LARGE.name(),
                        MOST_ROLE,
                        "The role whose probabilities plausibility and topK look at; one that has a weight."),
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
        RoleWeights parts = options.isSet(WEIGHTS)
                ? RoleWeights.parse(WEIGHTS, options.text(WEIGHTS))
                : RoleWeights.of(options.number(LARGE), options.number(SMALL));
        Space space = Space.valueOf(options.choice(SPACE).toUpperCase(Locale.ROOT));
        verify(options, parts, space);
        Fusion rule = new Fusion(
                parts.weights(),
                space,
                (float) options.number(PLAUSIBILITY),
                maskBy(options, parts),
                options.integer(TOP_K));
        Fuse fuse = options.choice(GATE).equals(ENTROPY)
                ? Fuse.whereUnsure(parts.roles(), rule, options.number(THRESHOLD))
                : Fuse.everywhere(parts.roles(), rule);
        return options.flag(OWN_TEMPLATES) ? fuse.inOwnTemplates() : fuse;
    }

    private static void verify(Options options, RoleWeights parts, Space space) {
        boolean isText = options.isSet(WEIGHTS);
        if (parts.areAllZero()) {
            throw isText
                    ? Options.invalid(WEIGHTS, "must not all be 0")
                    : Options.invalid(LARGE, "and routing.options." + SMALL + " must not both be 0");
        }
        if (space == Space.PROB && parts.hasNegative()) {
            String option = isText ? WEIGHTS : options.number(LARGE) < 0 ? LARGE : SMALL;
            throw Options.invalid(option, "must be at least 0 where routing.options." + SPACE + " is prob");
        }
        if (options.choice(GATE).equals(ENTROPY) && !parts.roles().contains(Role.SMALL)) {
            throw Options.invalid(WEIGHTS, "must have one of small where routing.options." + GATE + " is entropy");
        }
        if (options.flag(OWN_TEMPLATES) && !Set.of(Role.LARGE, Role.SMALL).containsAll(parts.roles())) {
            throw Options.invalid(OWN_TEMPLATES, "is for large and small; requests carry no other templates");
        }
    }

    private static int maskBy(Options options, RoleWeights parts) {
        Role role = new Role(options.text(MASK_BY));
        int place = parts.roles().indexOf(role);
        boolean matters = !role.equals(Role.LARGE) || options.number(PLAUSIBILITY) > 0 || options.integer(TOP_K) > 0;
        if (place < 0 && matters) {
            throw Options.invalid(
                    MASK_BY,
                    "must be one of " + parts.roles().stream().map(Role::name).collect(Collectors.joining(", ")));
        }
        return Math.max(0, place);
    }
}
