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

/** Drafts of several tokens which the large model looks at in a way of its own. */
final class DraftPolicies {

    private DraftPolicies() {}

    /**
     * The small model drafts up to five tokens, to a letter a or b; the large one looks at them and writes one more. It takes the
     * draft if its own id is even, else it drops it and writes that token in its place.
     */
    static final class Draft implements RoutingAlgorithm<TestPolicies.Count> {

        static final int DRAFT = 5;
        static final Stop AT = Stop.atText("a", "b");

        private static final Spec SPEC = Spec.of(Role.SMALL, Role.LARGE).withMaxTail(DRAFT);

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
            return Hop.to(trace.length() > trace.committed() ? Role.LARGE : Role.SMALL);
        }

        @Override
        public Ask send(TestPolicies.Count state, Trace trace, Role to) {
            return to.equals(Role.SMALL) ? Ask.next(DRAFT, AT) : Ask.next();
        }

        @Override
        public void receive(TestPolicies.Count state, Trace trace, Reply reply) {
            if (reply.from().equals(Role.SMALL)) {
                trace.draft(reply.tokens());
            } else if (reply.last().token() % 2 == 0) {
                trace.accept(trace.length() - trace.committed());
                trace.commit(reply.tokens());
            } else {
                trace.drop();
                trace.commit(reply.tokens());
            }
        }
    }

    /** Has drafts judged by a head that its spec does not name. */
    static final class Headless implements RoutingAlgorithm<TestPolicies.Count> {

        private static final Spec SPEC = Spec.of(Role.SMALL, Role.LARGE).withMaxTail(2);

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
            return Hop.to(trace.length() > trace.committed() ? Role.LARGE : Role.SMALL);
        }

        @Override
        public Ask send(TestPolicies.Count state, Trace trace, Role to) {
            return to.equals(Role.SMALL) ? Ask.next() : Ask.verify(new AcceptRule.ByHead("absent", 0.5f));
        }

        @Override
        public void receive(TestPolicies.Count state, Trace trace, Reply reply) {
            trace.draft(reply.tokens());
        }
    }

    /** As {@link Draft}, but a draft that is dropped is written again by the large model, from where it began. */
    static final class Redo implements RoutingAlgorithm<Redo.State> {

        private static final Spec SPEC = Spec.of(Role.SMALL, Role.LARGE).withMaxTail(Draft.DRAFT);

        /** Whether the large model is to write instead of to judge. */
        static final class State {
            boolean again;
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
            return Hop.to(state.again || trace.length() > trace.committed() ? Role.LARGE : Role.SMALL);
        }

        @Override
        public Ask send(State state, Trace trace, Role to) {
            return to.equals(Role.SMALL) ? Ask.next(Draft.DRAFT, Draft.AT) : Ask.next();
        }

        @Override
        public void receive(State state, Trace trace, Reply reply) {
            if (reply.from().equals(Role.SMALL)) {
                trace.draft(reply.tokens());
            } else if (state.again || reply.last().token() % 2 == 0) {
                trace.accept(trace.length() - trace.committed());
                trace.commit(reply.tokens());
                state.again = false;
            } else {
                trace.drop();
                state.again = true;
            }
        }
    }
}
