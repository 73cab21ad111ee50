package io.tokenrouter.engine.routing.builtin;

import io.tokenrouter.engine.routing.Hop;
import io.tokenrouter.engine.routing.Prompt;
import io.tokenrouter.engine.routing.Reply;
import io.tokenrouter.engine.routing.Role;
import io.tokenrouter.engine.routing.RoutingAlgorithm;
import io.tokenrouter.engine.routing.Spec;
import io.tokenrouter.engine.routing.Step;
import io.tokenrouter.engine.routing.Trace;
import org.jspecify.annotations.Nullable;

/**
 * At the beginning of every step of the text the small model makes one token; how unsure it is of that decides who writes the whole
 * step. Should the chosen model not answer, the other one goes on with the step.
 */
final class Glimpse implements RoutingAlgorithm<Glimpse.State> {

    private static final Hop SMALL = Hop.to(Role.SMALL, Role.LARGE);
    private static final Hop LARGE = Hop.to(Role.LARGE);
    private static final Spec SPEC = Spec.of(Role.SMALL, Role.LARGE);

    private final String delimiter;
    private final double threshold;
    private final int leastStep;
    private final int mostStep;
    private final boolean redo;

    /**
     * @param delimiter ends a step
     * @param threshold nats; above it the large model writes the step
     * @param leastStep tokens before which a delimiter does not count
     * @param mostStep tokens after which a step is over in any case
     * @param redo whether the large model writes the first token of its steps anew
     */
    Glimpse(String delimiter, double threshold, int leastStep, int mostStep, boolean redo) {
        this.delimiter = delimiter;
        this.threshold = threshold;
        this.leastStep = leastStep;
        this.mostStep = mostStep;
        this.redo = redo;
    }

    /** One request. */
    final class State {
        private final StepEnd end = new StepEnd(delimiter, leastStep, mostStep);
        private boolean atStart = true;
        private boolean large;
        private @Nullable Step setAside;

        private void wrote(byte[] bytes) {
            setAside = null;
            atStart = end.isWith(bytes);
        }
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
        return state.large && !state.atStart ? LARGE : SMALL;
    }

    @Override
    public void receive(State state, Trace trace, Reply reply) {
        if (reply.isTroubled()) {
            state.large = reply.from().equals(Role.SMALL);
            state.atStart = false;
            if (state.setAside != null) {
                write(state, trace, state.setAside);
            }
            return;
        }
        Step step = reply.last();
        if (state.atStart) {
            state.large = !(step.entropy() <= threshold);
            if (state.large && redo) {
                state.setAside = step;
                state.atStart = false;
                return;
            }
        }
        write(state, trace, step);
    }

    private static void write(State state, Trace trace, Step step) {
        trace.commit(step.token());
        state.wrote(trace.bytes(trace.length() - 1));
    }
}
