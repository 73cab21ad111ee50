package io.tokenrouter.engine.routing.builtin;

import io.tokenrouter.engine.routing.AlgorithmFactory;
import io.tokenrouter.engine.routing.OptionSpec;
import io.tokenrouter.engine.routing.Options;
import io.tokenrouter.engine.routing.RoutingAlgorithm;
import io.tokenrouter.engine.sampling.AcceptRule;
import io.tokenrouter.engine.sampling.AcceptRule.Deferral;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** {@code speculative}: the small model drafts, the large one verifies. */
public final class SpeculativeFactory implements AlgorithmFactory {

    private static final String DRAFTS = "k";
    private static final String ACCEPT = "accept";
    private static final String DEFERRAL = "deferral";
    private static final String ALPHA = "alpha";
    private static final String MAX_LOSS = "maxLoss";
    private static final String LEAST_PROB = "fallbackProb";

    private static final String EXACT = "exact";
    private static final String GREEDY = "greedy";
    private static final String CASCADE = "cascade";
    private static final String LOSS = "maxLoss";

    private static final Map<String, Deferral> DEFERRALS = deferrals();

    private static Map<String, Deferral> deferrals() {
        Map<String, Deferral> words = new LinkedHashMap<>();
        words.put("optimal", Deferral.OPTIMAL);
        words.put("chow", Deferral.CHOW);
        words.put("difference", Deferral.DIFFERENCE);
        words.put("token", Deferral.TOKEN);
        words.put("tokenRelative", Deferral.TOKEN_RELATIVE);
        return words;
    }

    @Override
    public String name() {
        return "speculative";
    }

    @Override
    public String help() {
        return "The small model drafts a few tokens, the large one checks them in one step.";
    }

    @Override
    public List<OptionSpec> options() {
        return List.of(
                OptionSpec.integer(DRAFTS, 4L, 1, 16, "tokens", "Most tokens of a draft."),
                OptionSpec.choice(
                        ACCEPT,
                        EXACT,
                        List.of(EXACT, GREEDY, CASCADE, LOSS),
                        "Which drafts stand. exact: as many as leave the large model's distribution unchanged. greedy: those that"
                                + " the large model would have written itself. cascade: as deferral says. maxLoss: those that"
                                + " the large model finds likely enough."),
                OptionSpec.choice(
                        DEFERRAL,
                        "optimal",
                        List.copyOf(DEFERRALS.keySet()),
                        "For cascade: where the small model is not trusted. optimal, chow and difference look at the whole row,"
                                + " token and tokenRelative at the drafted token."),
                OptionSpec.number(
                        ALPHA,
                        0.1,
                        0,
                        1,
                        "",
                        "For cascade: how much worse the small model may be; the larger, the more of its tokens stand."),
                OptionSpec.number(
                        MAX_LOSS,
                        5.0,
                        0,
                        50,
                        "nats",
                        "For maxLoss: a draft stands up to this loss under the large model."),
                OptionSpec.number(
                        LEAST_PROB,
                        0.0,
                        0,
                        1,
                        "",
                        "A draft ends before a token of which the small model is less sure than this (its largest probability)."));
    }

    @Override
    public @Nullable String thresholdOption() {
        return null;
    }

    @Override
    public RoutingAlgorithm<?> create(Options options) {
        AcceptRule rule = switch (options.choice(ACCEPT)) {
            case GREEDY -> AcceptRule.GREEDY;
            case CASCADE ->
                new AcceptRule.Cascade(DEFERRALS.get(options.choice(DEFERRAL)), (float) options.number(ALPHA));
            case LOSS -> new AcceptRule.MaxLoss((float) options.number(MAX_LOSS));
            default -> AcceptRule.EXACT;
        };
        return new Speculative(options.integer(DRAFTS), rule, options.number(LEAST_PROB));
    }
}
