package io.tokenrouter.engine.runtime;

import io.tokenrouter.engine.api.PolicySpec;
import io.tokenrouter.engine.routing.AlgorithmFactory;
import io.tokenrouter.engine.routing.Ask;
import io.tokenrouter.engine.routing.Cause;
import io.tokenrouter.engine.routing.Hop;
import io.tokenrouter.engine.routing.OptionSpec;
import io.tokenrouter.engine.routing.Options;
import io.tokenrouter.engine.routing.Prompt;
import io.tokenrouter.engine.routing.Reply;
import io.tokenrouter.engine.routing.Role;
import io.tokenrouter.engine.routing.RoutingAlgorithm;
import io.tokenrouter.engine.routing.Spec;
import io.tokenrouter.engine.routing.Trace;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** An algorithm of somebody else's that alternates between the models and fails where, when and how its policy says. */
final class Treacherous implements AlgorithmFactory {

    enum Place {
        CREATE,
        SPEC,
        BEGIN,
        ROUTE,
        SEND,
        RECEIVE,
        UNAVAILABLE
    }

    enum How {
        EXCEPTION,
        SPEECHLESS,
        ASSERTION,
        NO_CLASS,
        OVERFLOW
    }

    static PolicySpec policy(Place place, int call, How how) {
        return new PolicySpec("treacherous", Map.of("place", place.name(), "call", call, "how", how.name()));
    }

    @Override
    public String name() {
        return "treacherous";
    }

    @Override
    public String help() {
        return "fails";
    }

    @Override
    public List<OptionSpec> options() {
        return List.of(
                OptionSpec.choice("place", "ROUTE", names(Place.values()), "where"),
                OptionSpec.integer("call", 1L, 1, 100, "", "when"),
                OptionSpec.choice("how", "EXCEPTION", names(How.values()), "how"));
    }

    @Override
    public @Nullable String thresholdOption() {
        return null;
    }

    @Override
    public RoutingAlgorithm<Traitor> create(Options options) {
        Traitor traitor = new Traitor(
                Place.valueOf(options.choice("place")), options.integer("call"), How.valueOf(options.choice("how")));
        traitor.visit(Place.CREATE, null);
        return new Algorithm(traitor);
    }

    private static List<String> names(Enum<?>[] values) {
        return Arrays.stream(values).map(Enum::name).toList();
    }

    /** Counts the calls of one place and fails at one of them. */
    static final class Traitor {

        private final Place place;
        private final How how;
        private int left;

        Traitor(Place place, int call, How how) {
            this.place = place;
            this.left = call;
            this.how = how;
        }

        void visit(Place now, @Nullable Trace trace) {
            if (now == place && --left == 0) {
                switch (how) {
                    case EXCEPTION -> throw new IllegalStateException("scripted");
                    case SPEECHLESS -> throw new Speechless();
                    case ASSERTION -> throw new AssertionError("scripted");
                    case NO_CLASS -> throw new NoClassDefFoundError("scripted");
                    case OVERFLOW -> dive(trace);
                }
            }
        }

        /** Runs out of stack inside whatever of the engine it calls on the way down. */
        private int dive(@Nullable Trace trace) {
            if (trace != null) {
                trace.tailText(4);
                trace.draft(1);
                trace.drop();
            }
            return 1 + dive(trace);
        }
    }

    /** Fails once more when it is asked what it was. */
    static final class Speechless extends RuntimeException {

        private static final long serialVersionUID = 1L;

        @Override
        public String getMessage() {
            throw new IllegalStateException("no message either");
        }
    }

    private record Algorithm(Traitor traitor) implements RoutingAlgorithm<Traitor> {

        @Override
        public Spec spec() {
            traitor.visit(Place.SPEC, null);
            return Spec.of(Role.SMALL, Role.LARGE).withMaxTail(1);
        }

        @Override
        public Traitor begin(Prompt prompt) {
            traitor.visit(Place.BEGIN, null);
            return traitor;
        }

        @Override
        public Hop route(Traitor state, Trace trace) {
            state.visit(Place.ROUTE, trace);
            return Hop.to(trace.committed() % 2 == 0 ? Role.SMALL : Role.LARGE);
        }

        @Override
        public Ask send(Traitor state, Trace trace, Role to) {
            state.visit(Place.SEND, trace);
            return Ask.next();
        }

        @Override
        public void receive(Traitor state, Trace trace, Reply reply) {
            state.visit(reply.cause() == Cause.UNAVAILABLE ? Place.UNAVAILABLE : Place.RECEIVE, trace);
            if (reply.cause() == Cause.ANSWERED) {
                trace.commit(reply.tokens());
            }
        }
    }
}
