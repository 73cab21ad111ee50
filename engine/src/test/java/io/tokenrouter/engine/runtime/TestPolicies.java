package io.tokenrouter.engine.runtime;

import io.tokenrouter.engine.routing.AlgorithmFactory;
import io.tokenrouter.engine.routing.Ask;
import io.tokenrouter.engine.routing.Hop;
import io.tokenrouter.engine.routing.OptionSpec;
import io.tokenrouter.engine.routing.Options;
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
import org.jspecify.annotations.Nullable;

/** Algorithms that use corners of the API which the built-ins leave alone, and some that misbehave. */
final class TestPolicies {

    private TestPolicies() {}

    static List<AlgorithmFactory> all() {
        return List.of(
                new Factory("draft", new Draft()),
                new Factory("redo", new Redo()),
                new Factory("aside", new Aside()),
                new Factory("together", new Together()),
                new Factory("templated", new Templated()),
                new Factory("insert", new Insert()),
                new Factory("throws", new Throws()),
                new Factory("stuck", new Stuck()),
                new Factory("overlong", new Overlong()),
                new Factory("stranger", new Stranger()),
                new Factory("gulp", new Gulp()));
    }

    /** A count of answers, the state that all of these need. */
    static final class Count {
        int answers;
    }

    private record Factory(String name, RoutingAlgorithm<?> algorithm) implements AlgorithmFactory {

        @Override
        public String help() {
            return name;
        }

        @Override
        public List<OptionSpec> options() {
            return List.of();
        }

        @Override
        public @Nullable String thresholdOption() {
            return null;
        }

        @Override
        public RoutingAlgorithm<?> create(Options options) {
            return algorithm;
        }
    }

    /**
     * The small model drafts up to five tokens, to a letter a or b; the large one looks at them and writes one more. It takes the
     * draft if its own id is even, else it drops it and writes that token in its place.
     */
    static final class Draft implements RoutingAlgorithm<Count> {

        static final int DRAFT = 5;
        static final Stop AT = Stop.atText("a", "b");

        private static final Spec SPEC = Spec.of(Role.SMALL, Role.LARGE).withMaxTail(DRAFT);

        @Override
        public Spec spec() {
            return SPEC;
        }

        @Override
        public Count begin(Prompt prompt) {
            return new Count();
        }

        @Override
        public Hop route(Count state, Trace trace) {
            return Hop.to(trace.length() > trace.committed() ? Role.LARGE : Role.SMALL);
        }

        @Override
        public Ask send(Count state, Trace trace, Role to) {
            return to.equals(Role.SMALL) ? Ask.next(DRAFT, AT) : Ask.next();
        }

        @Override
        public void receive(Count state, Trace trace, Reply reply) {
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
    static final class Together implements RoutingAlgorithm<Count> {

        static final int CUT = 1;

        private static final Spec SPEC = Spec.of(Role.SMALL, Role.LARGE);
        private static final Hop BOTH = Hop.fuse(Fusion.of(Fusion.Space.LOGIT, 1f, 1f), Role.SMALL, Role.LARGE);

        @Override
        public Spec spec() {
            return SPEC;
        }

        @Override
        public Count begin(Prompt prompt) {
            return new Count();
        }

        @Override
        public Hop route(Count state, Trace trace) {
            return BOTH;
        }

        @Override
        public Ask send(Count state, Trace trace, Role to) {
            return to.equals(Role.LARGE)
                    ? Ask.next()
                    : Ask.next().of(new View.Without(List.of(new View.Range(0, CUT))));
        }
    }

    /**
     * The small model, which reads the prompt in a template of its own, writes two tokens, then the large one writes one. Every third
     * time the small model is shown the prompt as it is.
     */
    static final class Templated implements RoutingAlgorithm<Count> {

        static final String TEMPLATE = "own";

        private static final Spec SPEC = Spec.of(Role.SMALL, Role.LARGE).withTemplates(TEMPLATE);

        @Override
        public Spec spec() {
            return SPEC;
        }

        @Override
        public Count begin(Prompt prompt) {
            return new Count();
        }

        @Override
        public Hop route(Count state, Trace trace) {
            return Hop.to(state.answers % 2 == 0 ? Role.SMALL : Role.LARGE);
        }

        @Override
        public Ask send(Count state, Trace trace, Role to) {
            Ask ask = to.equals(Role.SMALL) ? Ask.next(2, Stop.NEVER) : Ask.next();
            return to.equals(Role.SMALL) && state.answers % 3 != 2 ? ask.of(new View.Templated(TEMPLATE)) : ask;
        }

        @Override
        public void receive(Count state, Trace trace, Reply reply) {
            trace.commit(reply.tokens());
            state.answers++;
        }
    }

    /** Puts in an id of its own after the third answer. */
    static final class Insert extends SmallOnly {
        @Override
        public void receive(Count state, Trace trace, Reply reply) {
            trace.commit(reply.tokens());
            if (++state.answers == 3) {
                trace.commit(0);
            }
        }
    }

    private abstract static class SmallOnly implements RoutingAlgorithm<Count> {

        private static final Spec SPEC = Spec.of(Role.SMALL).withMaxTail(2);

        @Override
        public Spec spec() {
            return SPEC;
        }

        @Override
        public Count begin(Prompt prompt) {
            return new Count();
        }

        @Override
        public Hop route(Count state, Trace trace) {
            return Hop.to(Role.SMALL);
        }
    }

    /** Fails at its fifth answer. */
    static final class Throws extends SmallOnly {
        @Override
        public void receive(Count state, Trace trace, Reply reply) {
            if (++state.answers == 5) {
                throw new IllegalArgumentException("scripted");
            }
            trace.commit(reply.tokens());
        }
    }

    /** Asks for eight tokens at a time and takes what comes. */
    static final class Gulp extends SmallOnly {
        @Override
        public Ask send(Count state, Trace trace, Role to) {
            return Ask.next(8, Stop.NEVER);
        }

        @Override
        public void receive(Count state, Trace trace, Reply reply) {
            trace.commit(reply.tokens());
        }
    }

    /** Never takes anything. */
    static final class Stuck extends SmallOnly {
        @Override
        public void receive(Count state, Trace trace, Reply reply) {
            state.answers++;
        }
    }

    /** Drafts more than it declares. */
    static final class Overlong extends SmallOnly {
        @Override
        public void receive(Count state, Trace trace, Reply reply) {
            trace.draft(reply.tokens());
        }
    }

    /** Goes where its spec does not. */
    static final class Stranger extends SmallOnly {
        @Override
        public Hop route(Count state, Trace trace) {
            return Hop.to(trace.committed() > trace.promptLength() ? Role.LARGE : Role.SMALL);
        }
    }
}
