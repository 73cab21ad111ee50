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
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Algorithms that use corners of the API which the built-ins leave alone, and some that misbehave. */
final class TestPolicies {

    private TestPolicies() {}

    static List<AlgorithmFactory> all() {
        return List.of(
                new Factory("draft", new DraftPolicies.Draft()),
                new Factory("redo", new DraftPolicies.Redo()),
                new Factory("aside", new ViewPolicies.Aside()),
                new Factory("together", new ViewPolicies.Together()),
                new Factory("templated", new ViewPolicies.Templated()),
                new Factory("insert", new Insert()),
                new Factory("throws", new Throws()),
                new Factory("stuck", new Stuck()),
                new Factory("overlong", new Overlong()),
                new Factory("stranger", new Stranger()),
                new Factory("naive", new NaivePolicies.Replace()),
                new Factory("naiveDrafts", new NaivePolicies.Drafts()),
                new Factory("naiveQuestions", new NaivePolicies.Questions()),
                new Factory("gulp", new Gulp()),
                new Factory("unending", new Unending()),
                new Factory("headless", new DraftPolicies.Headless()));
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

    /** The small model writes, and only the large one could end the answer. */
    static final class Unending extends SmallOnly {
        @Override
        public Spec spec() {
            return Spec.of(Role.SMALL, Role.LARGE).withEosFrom(Role.LARGE);
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
