package io.tokenrouter.engine.routing.builtin;

import io.tokenrouter.engine.routing.Ask;
import io.tokenrouter.engine.routing.Hop;
import io.tokenrouter.engine.routing.Prompt;
import io.tokenrouter.engine.routing.Reply;
import io.tokenrouter.engine.routing.Role;
import io.tokenrouter.engine.routing.RoutingAlgorithm;
import io.tokenrouter.engine.routing.Signals;
import io.tokenrouter.engine.routing.Spec;
import io.tokenrouter.engine.routing.Step;
import io.tokenrouter.engine.routing.Stop;
import io.tokenrouter.engine.routing.Trace;
import io.tokenrouter.engine.sampling.AcceptRule;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The small model drafts a few tokens, the large one judges them in one step and writes one more. Where the large model does not
 * answer, drafts are taken as they are, and with them the token that the small model was too unsure of to draft; where there is
 * neither, the small model writes a token alone. Where the small one does not answer, the large model does.
 */
final class Speculative implements RoutingAlgorithm<Speculative.State> {

    private static final Hop SMALL = Hop.to(Role.SMALL);
    private static final Hop LARGE = Hop.to(Role.LARGE);

    private final Spec spec;
    private final int drafts;
    private final double leastProb;
    private final Ask verify;

    /**
     * @param drafts most tokens of a draft
     * @param judging signals of the large model: its head, if the rule is one's
     * @param leastProb a draft ends before a token whose row has a smaller largest probability
     */
    Speculative(int drafts, AcceptRule rule, Signals judging, double leastProb) {
        boolean comparesDistributions = rule instanceof AcceptRule.Exact || rule instanceof AcceptRule.Cascade;
        this.spec = Spec.of(Role.SMALL, Role.LARGE)
                .withSignals(Role.SMALL, comparesDistributions ? Signals.BASIC.withDistribution() : Signals.BASIC)
                .withSignals(Role.LARGE, judging)
                .withMaxTail(drafts);
        this.drafts = drafts;
        this.leastProb = leastProb;
        this.verify = Ask.verify(rule);
    }

    /** One request. */
    static final class State {
        private final Set<Integer> endIds;
        private boolean judging;

        /** The small model writes the next token: nobody can judge it. */
        private boolean alone;

        /** The small model was too unsure of it to draft it; stands behind the draft. */
        private @Nullable Step setAside;

        State(Set<Integer> endIds) {
            this.endIds = endIds;
        }
    }

    @Override
    public Spec spec() {
        return spec;
    }

    @Override
    public State begin(Prompt prompt) {
        return new State(prompt.endIds());
    }

    @Override
    public Hop route(State state, Trace trace) {
        return !state.alone && (state.judging || room(trace) <= 0) ? LARGE : SMALL;
    }

    @Override
    public Ask send(State state, Trace trace, Role to) {
        if (to.equals(Role.LARGE)) {
            return verify;
        }
        return state.alone || leastProb > 0 ? Ask.next() : Ask.next(room(trace), Stop.NEVER);
    }

    @Override
    public void receive(State state, Trace trace, Reply reply) {
        if (reply.from().equals(Role.LARGE)) {
            judged(state, trace, reply);
        } else if (state.alone) {
            state.alone = false;
            state.judging = reply.isTroubled();
            trace.commit(reply.tokens());
        } else {
            draft(state, trace, reply);
        }
    }

    private static void judged(State state, Trace trace, Reply reply) {
        if (reply.isTroubled()) {
            takeUnjudged(state, trace);
        } else {
            trace.accept(reply.accepted());
            trace.drop();
            trace.commit(reply.tokens());
        }
        state.judging = false;
        state.setAside = null;
    }

    private static void takeUnjudged(State state, Trace trace) {
        int drafted = trace.length() - trace.committed();
        trace.accept(drafted);
        if (state.setAside != null) {
            trace.commit(state.setAside.token());
        } else {
            state.alone = drafted == 0;
        }
    }

    private void draft(State state, Trace trace, Reply reply) {
        if (reply.isTroubled()) {
            state.judging = true;
        } else if (leastProb > 0 && !(reply.last().topProb() >= leastProb)) {
            state.setAside = reply.last();
            state.judging = true;
        } else {
            boolean cutShort = leastProb == 0 && reply.steps().size() < room(trace);
            trace.draft(reply.tokens());
            state.judging = cutShort || state.endIds.contains(reply.last().token());
        }
    }

    /** Tokens that may be added to the draft: the large model adds one to it. */
    private int room(Trace trace) {
        int tail = trace.length() - trace.committed();
        return Math.min(drafts, trace.remaining() - 1) - tail;
    }
}
