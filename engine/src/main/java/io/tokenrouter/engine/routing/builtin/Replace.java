package io.tokenrouter.engine.routing.builtin;

import io.tokenrouter.engine.routing.Hop;
import io.tokenrouter.engine.routing.Prompt;
import io.tokenrouter.engine.routing.Reply;
import io.tokenrouter.engine.routing.Role;
import io.tokenrouter.engine.routing.RoutingAlgorithm;
import io.tokenrouter.engine.routing.Signals;
import io.tokenrouter.engine.routing.Spec;
import io.tokenrouter.engine.routing.Step;
import io.tokenrouter.engine.routing.Trace;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The small model runs first at every position; where it is unsure its token is set aside and the large model writes that
 * one token. Should the large model not answer, the token set aside is taken after all.
 */
final class Replace implements RoutingAlgorithm<Replace.State> {

    private static final Hop SMALL = Hop.to(Role.SMALL, Role.LARGE);
    private static final Hop LARGE = Hop.to(Role.LARGE, Role.SMALL);

    private final Spec spec;
    private final Function<Prompt, Judge> judges;

    /**
     * @param signals what the judge reads of the small model's rows
     * @param judges makes a new one for every request
     */
    Replace(Signals signals, Function<Prompt, Judge> judges) {
        this.spec = Spec.of(Role.SMALL, Role.LARGE).withSignals(Role.SMALL, signals);
        this.judges = judges;
    }

    /** One request. */
    static final class State {
        private final Judge judge;
        private boolean hard;
        private @Nullable Step setAside;

        State(Judge judge) {
            this.judge = judge;
        }
    }

    @Override
    public Spec spec() {
        return spec;
    }

    @Override
    public State begin(Prompt prompt) {
        return new State(judges.apply(prompt));
    }

    @Override
    public Hop route(State state, Trace trace) {
        return state.hard ? LARGE : SMALL;
    }

    @Override
    public void receive(State state, Trace trace, Reply reply) {
        boolean fromSmall = reply.from().equals(Role.SMALL);
        if (reply.steps().isEmpty()) {
            state.hard = fromSmall;
            if (state.setAside != null) {
                write(state, trace, state.setAside, Role.SMALL);
            }
        } else if (fromSmall && state.judge.isHard(reply.last())) {
            state.hard = true;
            state.setAside = reply.last();
        } else {
            write(state, trace, reply.last(), reply.from());
            state.hard = state.judge.keepsLarge();
        }
    }

    private static void write(State state, Trace trace, Step step, Role writer) {
        trace.commit(step.token());
        state.judge.wrote(writer);
        state.setAside = null;
    }
}
