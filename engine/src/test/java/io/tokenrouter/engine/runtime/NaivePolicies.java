package io.tokenrouter.engine.runtime;

import io.tokenrouter.engine.routing.Ask;
import io.tokenrouter.engine.routing.Hop;
import io.tokenrouter.engine.routing.Prompt;
import io.tokenrouter.engine.routing.Reply;
import io.tokenrouter.engine.routing.Role;
import io.tokenrouter.engine.routing.RoutingAlgorithm;
import io.tokenrouter.engine.routing.Spec;
import io.tokenrouter.engine.routing.Stop;
import io.tokenrouter.engine.routing.Trace;
import io.tokenrouter.engine.sampling.AcceptRule;
import java.util.Collections;
import java.util.List;

/** Algorithms as one writes them who has never thought of a model that does not answer. */
final class NaivePolicies {

    private NaivePolicies() {}

    /** One request: whether the large model is next. */
    static final class State {
        boolean large;
    }

    private abstract static class OfTwo implements RoutingAlgorithm<State> {

        private static final Spec SPEC = Spec.of(Role.SMALL, Role.LARGE).withMaxTail(Drafts.MOST);

        @Override
        public Spec spec() {
            return SPEC;
        }

        @Override
        public State begin(Prompt prompt) {
            return new State();
        }

        @Override
        public Hop route(State state, Trace trace) {
            return Hop.to(state.large ? Role.LARGE : Role.SMALL);
        }
    }

    /** The large model where the small one is unsure. */
    static final class Replace extends OfTwo {

        @Override
        public void receive(State state, Trace trace, Reply reply) {
            if (reply.from().equals(Role.SMALL)
                    && !reply.steps().isEmpty()
                    && reply.last().entropy() >= 0.5) {
                state.large = true;
            } else {
                trace.commit(reply.tokens());
                state.large = false;
            }
        }
    }

    /** The large model judges drafts, and those that nobody judged fall. */
    static final class Drafts extends OfTwo {

        static final int MOST = 3;

        @Override
        public Ask send(State state, Trace trace, Role to) {
            return to.equals(Role.LARGE)
                    ? Ask.verify(AcceptRule.GREEDY)
                    : Ask.next(Math.min(MOST, trace.remaining()), Stop.NEVER);
        }

        @Override
        public void receive(State state, Trace trace, Reply reply) {
            if (reply.from().equals(Role.SMALL)) {
                trace.draft(reply.tokens());
                state.large = true;
            } else {
                trace.accept(reply.accepted());
                trace.drop();
                trace.commit(reply.tokens());
                state.large = false;
            }
        }
    }

    /** The large model is asked about drafts, at such length that it never has room for the question. */
    static final class Questions extends OfTwo {

        static final List<Integer> QUESTION = Collections.nCopies(FakePair.SPEC.contextLength(), 1);

        @Override
        public Ask send(State state, Trace trace, Role to) {
            return to.equals(Role.LARGE)
                    ? Ask.probe(QUESTION, List.of(2, 3))
                    : Ask.next(Math.min(Drafts.MOST, trace.remaining()), Stop.NEVER);
        }

        @Override
        public void receive(State state, Trace trace, Reply reply) {
            if (reply.from().equals(Role.SMALL)) {
                trace.draft(reply.tokens());
            } else {
                trace.drop();
            }
            state.large = !state.large;
        }
    }
}
