package io.tokenrouter.engine.routing.builtin;

import io.tokenrouter.engine.heads.RouterHead;
import io.tokenrouter.engine.routing.AlgorithmFactory;
import io.tokenrouter.engine.routing.OptionSpec;
import io.tokenrouter.engine.routing.Options;
import io.tokenrouter.engine.routing.RoutingAlgorithm;
import io.tokenrouter.engine.routing.Signals;
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
    private static final String CHECKPOINT = "checkpoint";
    private static final String BELOW = "below";
    private static final String LEAST_PROB = "fallbackProb";

    private static final String EXACT = "exact";
    private static final String GREEDY = "greedy";
    private static final String CASCADE = "cascade";
    private static final String LOSS = "maxLoss";
    private static final String HEAD = "head";

    /** Above every number of a head. */
    private static final double MOST = 2;

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
                        List.of(EXACT, GREEDY, CASCADE, LOSS, HEAD),
                        "Which drafts stand. exact: as many as leave the large model's distribution unchanged. greedy: those that"
                                + " the large model would have written itself. cascade: as deferral says. maxLoss: those that"
                                + " the large model finds likely enough. head: those of greedy, and those of which a network says"
                                + " that the difference does not matter."),
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
                OptionSpec.text(
                        CHECKPOINT,
                        "judge",
                        64,
                        "For head: name of a network that was trained on the large model of this pair, of those that the server"
                                + " has; a high number means that the draft matters."),
                OptionSpec.number(
                        BELOW,
                        null,
                        0,
                        MOST,
                        "",
                        "For head: a draft stands where the network's number, 0 to 1, is below this; with 0 head is greedy,"
                                + " above 1 everything stands. Left out, it is the one that the network was made for."),
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
            case HEAD -> byHead(options);
            default -> AcceptRule.EXACT;
        };
        Signals judging = rule instanceof AcceptRule.ByHead
                ? Signals.BASIC.withHead(options.head(CHECKPOINT).net())
                : Signals.BASIC;
        return new Speculative(options.integer(DRAFTS), rule, judging, options.number(LEAST_PROB));
    }

    private static AcceptRule byHead(Options options) {
        RouterHead head = options.head(CHECKPOINT);
        if (head.score() != RouterHead.Score.HARD) {
            throw Options.invalid(
                    CHECKPOINT,
                    "'" + head.id() + "' says where a draft will do, not where it matters: it cannot judge");
        }
        if (!options.isSet(BELOW) && head.threshold().isEmpty()) {
            throw Options.invalid(BELOW, "is needed: the router head '" + head.id() + "' comes without one");
        }
        double below =
                options.isSet(BELOW) ? options.number(BELOW) : head.threshold().getAsDouble();
        return new AcceptRule.ByHead(head.id(), (float) below);
    }
}
