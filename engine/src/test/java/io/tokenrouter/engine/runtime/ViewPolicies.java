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
import io.tokenrouter.engine.routing.View;
import io.tokenrouter.engine.sampling.Fusion;
import java.util.List;

/** Models that are shown something else than the whole trace. */
final class ViewPolicies {

    private ViewPolicies() {}

    /**
     * The small model drafts three tokens, the large one is asked about them beside the answer: if of three ids the first is the most
     * likely, they are taken; else the large model, which does not see the beginning of the prompt, writes one token in their place.
     */
    static final class Aside implements RoutingAlgorithm<Aside.State> {

        static final List<Integer> SUFFIX = List.of(30, 31);
        static final List<Integer> OPTIONS = List.of(5, 6, 7);
        static final int CUT = 2;

        private static final Spec SPEC = Spec.of(Role.SMALL, Role.LARGE).withMaxTail(3);

        /** Whose turn it is. */
        static final class State {
            boolean writes;
        }

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
            return Hop.to(state.writes || trace.length() > trace.committed() ? Role.LARGE : Role.SMALL);
        }

        @Override
        public Ask send(State state, Trace trace, Role to) {
            if (to.equals(Role.SMALL)) {
                return Ask.next(3, Stop.NEVER);
            }
            return state.writes
                    ? Ask.next().of(new View.Without(List.of(new View.Range(0, CUT))))
                    : Ask.probe(SUFFIX, OPTIONS);
        }

        @Override
        public void receive(State state, Trace trace, Reply reply) {
            if (reply.from().equals(Role.SMALL)) {
                trace.draft(reply.tokens());
            } else if (state.writes) {
                trace.commit(reply.tokens());
                state.writes = false;
            } else if (reply.isTroubled() || reply.last().token() == OPTIONS.getFirst()) {
                trace.accept(trace.length() - trace.committed());
            } else {
                trace.drop();
                state.writes = true;
            }
        }
    }

    /** Both models write every token together, and the small one does not see the beginning of the prompt. */
    static final class Together implements RoutingAlgorithm<TestPolicies.Count> {

        static final int CUT = 1;

        private static final Spec SPEC = Spec.of(Role.SMALL, Role.LARGE);
        private static final Hop BOTH = Hop.fuse(Fusion.of(Fusion.Space.LOGIT, 1f, 1f), Role.SMALL, Role.LARGE);

        @Override
        public Spec spec() {
            return SPEC;
        }

        @Override
        public TestPolicies.Count begin(Prompt prompt) {
            return new TestPolicies.Count();
        }

        @Override
        public Hop route(TestPolicies.Count state, Trace trace) {
            return BOTH;
        }

        @Override
        public Ask send(TestPolicies.Count state, Trace trace, Role to) {
            return to.equals(Role.LARGE)
                    ? Ask.next()
                    : Ask.next().of(new View.Without(List.of(new View.Range(0, CUT))));
        }
    }

    /**
     * The small model, which reads the prompt in a template of its own, writes two tokens, then the large one writes one. Every third
     * time the small model is shown the prompt as it is.
     */
    static final class Templated implements RoutingAlgorithm<TestPolicies.Count> {

        static final String TEMPLATE = "own";

        private static final Spec SPEC = Spec.of(Role.SMALL, Role.LARGE).withTemplates(TEMPLATE);

        @Override
        public Spec spec() {
            return SPEC;
        }

        @Override
        public TestPolicies.Count begin(Prompt prompt) {
            return new TestPolicies.Count();
        }

        @Override
        public Hop route(TestPolicies.Count state, Trace trace) {
            return Hop.to(state.answers % 2 == 0 ? Role.SMALL : Role.LARGE);
        }

        @Override
        public Ask send(TestPolicies.Count state, Trace trace, Role to) {
            Ask ask = to.equals(Role.SMALL) ? Ask.next(2, Stop.NEVER) : Ask.next();
            return to.equals(Role.SMALL) && state.answers % 3 != 2 ? ask.of(new View.Templated(TEMPLATE)) : ask;
        }

        @Override
        public void receive(TestPolicies.Count state, Trace trace, Reply reply) {
            trace.commit(reply.tokens());
            state.answers++;
        }
    }
}
