package io.tokenrouter.engine.routing.builtin;

import io.tokenrouter.engine.routing.AlgorithmFactory;
import io.tokenrouter.engine.routing.OptionSpec;
import io.tokenrouter.engine.routing.Options;
import io.tokenrouter.engine.routing.RoutingAlgorithm;
import java.util.List;

/** {@code stepVerify}: the large model rates the small one's steps. */
public final class StepVerifyFactory implements AlgorithmFactory {

    private static final String ACCEPT = "accept";
    private static final String READING = "reading";
    private static final String RUBRIC = "rubric";
    private static final String DELIMITER = "delimiter";
    private static final String MOST_STEP = "maxStep";
    private static final String FIRST = "firstN";

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
        return "The small model writes a step, the large one rates it, and writes it itself where the rating is low.";
    }

    @Override
    public List<OptionSpec> options() {
        return List.of(
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
        return new StepVerify(
                ratings,
                options.text(RUBRIC),
                options.choice(READING).equals(EXPECTED),
                options.number(ACCEPT),
                options.text(DELIMITER),
                options.integer(MOST_STEP),
                options.integer(FIRST));
    }
}
