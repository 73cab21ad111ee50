package io.tokenrouter.engine.routing.builtin;

import io.tokenrouter.engine.heads.RouterHead;
import io.tokenrouter.engine.routing.AlgorithmFactory;
import io.tokenrouter.engine.routing.OptionSpec;
import io.tokenrouter.engine.routing.Options;
import io.tokenrouter.engine.routing.Prompt;
import io.tokenrouter.engine.routing.Role;
import io.tokenrouter.engine.routing.RoutingAlgorithm;
import io.tokenrouter.engine.routing.Signals;
import java.util.List;
import java.util.function.Function;

/** {@code stepVerify}: the large model rates the small one's steps. */
public final class StepVerifyFactory implements AlgorithmFactory {

    private static final String SCORER = "scorer";
    private static final String SCORER_ROLE = "scorerRole";
    private static final String CHECKPOINT = "checkpoint";
    private static final String REWARDED = "acceptReward";
    private static final String ACCEPT = "accept";
    private static final String READING = "reading";
    private static final String RUBRIC = "rubric";
    private static final String DELIMITER = "delimiter";
    private static final String MOST_STEP = "maxStep";
    private static final String FIRST = "firstN";

    private static final String DIGIT = "llm-digit";
    private static final String REWARD = "prm";
    private static final String GREEDY = "greedy";
    private static final String EXPECTED = "expected";

    /** Behind it stands a digit. */
    private static final String QUESTION =
            "\n\nHow good is the last step? A digit from 0 (wrong or of no use) to 9 (certainly right and of use).\nRating: ";

    private final DigitRatings ratings = new DigitRatings();

    @Override
    public String name() {
        return "stepVerify";
    }

    @Override
    public String help() {
        return "The small model writes a step, the large one or a reward model rates it, and the large one writes it itself"
                + " where the rating is low.";
    }

    @Override
    public List<OptionSpec> options() {
        return List.of(
                OptionSpec.choice(
                        SCORER,
                        DIGIT,
                        List.of(DIGIT, REWARD),
                        "Who rates a step. llm-digit: the large model, with a digit that answers the rubric. prm: a model in the"
                                + " role of scorerRole, with a reward head on its hidden state; it writes nothing."),
                OptionSpec.text(
                        SCORER_ROLE, "prm", 32, "For prm: the role of the pair that scores, which may be large."),
                OptionSpec.text(
                        CHECKPOINT, "prm", 64, "For prm: name of the reward head, of those that the server has."),
                OptionSpec.number(
                        REWARDED,
                        0.7,
                        0,
                        1,
                        "",
                        "For prm: a step with this reward or a better one is taken. RSD uses 0.7."),
                OptionSpec.number(ACCEPT, 7.0, 0, 9, "of 9", "A step with this rating or a better one is taken."),
                OptionSpec.choice(
                        READING,
                        GREEDY,
                        List.of(GREEDY, EXPECTED),
                        "The rating is the most probable digit, or the mean of all digits by their probability."),
                OptionSpec.text(
                        RUBRIC, QUESTION, 2000, "What the large model is asked behind a step; a digit answers it."),
                OptionSpec.text(DELIMITER, "\n\n", 64, "Ends a step. The default is a blank line."),
                OptionSpec.integer(MOST_STEP, 512L, 1, 8192, "tokens", "A step is over after so many tokens."),
                OptionSpec.integer(
                        FIRST, 0L, 0, 4096, "steps", "The large model writes so many first steps without a draft."));
    }

    @Override
    public String thresholdOption() {
        return ACCEPT;
    }

    @Override
    public RoutingAlgorithm<?> create(Options options) {
        return options.choice(SCORER).equals(REWARD) ? rewarded(options) : rated(options);
    }

    private StepVerify rated(Options options) {
        String rubric = options.text(RUBRIC);
        boolean expected = options.choice(READING).equals(EXPECTED);
        double least = options.number(ACCEPT);
        return stepVerify(options, Role.LARGE, Signals.BASIC, prompt -> {
            DigitRating rating = ratings.of(rubric, prompt.text());
            rating.requireRoom(prompt.ids().length, prompt.capacity().get(Role.LARGE));
            return new StepScorer.Digit(rating, expected, least);
        });
    }

    private static StepVerify rewarded(Options options) {
        Role role = new Role(options.text(SCORER_ROLE));
        if (role.equals(Role.SMALL)) {
            throw Options.invalid(SCORER_ROLE, "must not be small, whose steps are rated");
        }
        RouterHead head = options.head(CHECKPOINT);
        StepScorer scorer = new StepScorer.Reward(head, options.number(REWARDED));
        return stepVerify(options, role, Signals.BASIC.withHead(head.net()), prompt -> scorer);
    }

    private static StepVerify stepVerify(
            Options options, Role scorer, Signals signals, Function<Prompt, StepScorer> scorers) {
        return new StepVerify(
                scorers, scorer, signals, options.text(DELIMITER), options.integer(MOST_STEP), options.integer(FIRST));
    }
}
