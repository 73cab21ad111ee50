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
 * One model holds the pen and is the only one that runs. The small model loses it where it is unsure, and the token it was
 * unsure of is discarded; the large model hands it back after a token that it was itself sure of. The level is the mean over
 * the last written tokens, each as sure as its writer was.
 */
final class Switch implements RoutingAlgorithm<Switch.State> {

    private static final Hop SMALL = Hop.to(Role.SMALL, Role.LARGE);
    private static final Hop LARGE = Hop.to(Role.LARGE);

    private final Spec spec;
    private final Thresholds thresholds;

    Switch(Thresholds thresholds) {
        this.thresholds = thresholds;
        this.spec = Spec.of(Role.SMALL, Role.LARGE)
                .withSignals(Role.SMALL, thresholds.metric().signals())
                .withSignals(Role.LARGE, thresholds.metric().signals());
    }

    /** One request. */
    static final class State {
        private final double scale;
        private final Window window;
        private boolean largeHolds;
        private int steps;
        private @Nullable Step discarded;

        State(double scale, Window window, int steps) {
            this.scale = scale;
            this.window = window;
            this.steps = steps;
        }

        private void handTo(boolean large) {
            largeHolds = large;
            steps = 0;
        }
    }

    @Override
    public Spec spec() {
        return spec;
    }

    @Override
    public State begin(Prompt prompt) {
        return new State(
                thresholds.scale(prompt.vocabularySize()), new Window(thresholds.window()), thresholds.minStay());
    }

    @Override
    public Hop route(State state, Trace trace) {
        return state.largeHolds ? LARGE : SMALL;
    }

    @Override
    public void receive(State state, Trace trace, Reply reply) {
        if (reply.steps().isEmpty()) {
            state.handTo(!state.largeHolds);
            if (state.discarded != null) {
                write(state, trace, state.discarded);
            }
            return;
        }
        Step step = reply.last();
        state.steps++;
        double level = state.window.meanWith(value(state, step));
        boolean mayLose = state.steps >= thresholds.minStay();
        boolean unsure = thresholds.isUnsure(level, state.largeHolds);
        if (mayLose && unsure && !state.largeHolds) {
            state.discarded = step;
            state.handTo(true);
            return;
        }
        write(state, trace, step);
        if (mayLose && !unsure && state.largeHolds) {
            state.handTo(false);
        }
    }

    private void write(State state, Trace trace, Step step) {
        trace.commit(step.token());
        state.window.add(value(state, step));
        state.discarded = null;
    }

    private double value(State state, Step step) {
        return thresholds.metric().of(step) * state.scale;
    }
}
