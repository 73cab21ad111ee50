package io.tokenrouter.engine.routing.builtin;

import io.tokenrouter.engine.routing.Ask;
import io.tokenrouter.engine.routing.Hop;
import io.tokenrouter.engine.routing.Prompt;
import io.tokenrouter.engine.routing.Reply;
import io.tokenrouter.engine.routing.Role;
import io.tokenrouter.engine.routing.RoutingAlgorithm;
import io.tokenrouter.engine.routing.Signals;
import io.tokenrouter.engine.routing.Spec;
import io.tokenrouter.engine.routing.Stop;
import io.tokenrouter.engine.routing.Trace;
import io.tokenrouter.engine.routing.View;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/**
 * The small model drafts a step of the text, another one is asked beside the answer how good it is. A good step is taken; any other
 * is dropped, and the large model writes it. A step that cannot be rated is taken; one that the chosen model cannot write is the other
 * one's.
 */
final class StepVerify implements RoutingAlgorithm<StepVerify.State> {

    private static final Hop SMALL = Hop.to(Role.SMALL);
    private static final Hop LARGE = Hop.to(Role.LARGE);

    private final Spec spec;
    private final Function<Prompt, StepScorer> scorers;
    private final Hop scoring;
    private final String delimiter;
    private final int mostTokens;
    private final int firstSteps;

    /**
     * @param scorers how a request's steps are rated
     * @param scorer the role that is asked
     * @param signals that its rows report
     * @param delimiter ends a step
     * @param mostTokens after which a step is over in any case
     * @param firstSteps that the large model writes without a draft
     */
    StepVerify(
            Function<Prompt, StepScorer> scorers,
            Role scorer,
            Signals signals,
            String delimiter,
            int mostTokens,
            int firstSteps) {
        Role[] roles = scorer.equals(Role.LARGE)
                ? new Role[] {Role.SMALL, Role.LARGE}
                : new Role[] {Role.SMALL, Role.LARGE, scorer};
        this.spec = Spec.of(roles)
                .withEosFrom(Role.SMALL, Role.LARGE)
                .withMaxTail(mostTokens)
                .withSignals(scorer, signals);
        this.scorers = scorers;
        this.scoring = Hop.to(scorer);
        this.delimiter = delimiter;
        this.mostTokens = mostTokens;
        this.firstSteps = firstSteps;
    }

    /** What happens to the present step. */
    private enum Stage {
        DRAFTED,
        RATED,
        WRITTEN
    }

    /** One request. */
    final class State {
        private final StepScorer scorer;
        private final Set<Integer> endIds;
        private final StepEnd end = new StepEnd(delimiter, 1, mostTokens);
        private Stage stage = Stage.DRAFTED;
        private Hop writer = LARGE;
        private int steps;

        State(StepScorer scorer, Set<Integer> endIds) {
            this.scorer = scorer;
            this.endIds = endIds;
            begin();
        }

        /** Token by token, so that it is streamed. */
        private void writtenBy(Hop model) {
            stage = Stage.WRITTEN;
            writer = model;
        }

        private void stepDone() {
            steps++;
            begin();
        }

        private void begin() {
            stage = steps < firstSteps ? Stage.WRITTEN : Stage.DRAFTED;
            writer = LARGE;
        }
    }

    @Override
    public Spec spec() {
        return spec;
    }

    @Override
    public State begin(Prompt prompt) {
        return new State(scorers.apply(prompt), prompt.endIds());
    }

    @Override
    public Hop route(State state, Trace trace) {
        return switch (state.stage) {
            case DRAFTED -> SMALL;
            case RATED -> scoring;
            case WRITTEN -> state.writer;
        };
    }

    @Override
    public Ask send(State state, Trace trace, Role to) {
        return switch (state.stage) {
            case DRAFTED -> Ask.next(Math.min(mostTokens, trace.remaining()), Stop.atText(delimiter));
            case RATED -> state.scorer.ask().of(withoutEnd(state, trace));
            case WRITTEN -> Ask.next();
        };
    }

    /** What ends the answer is no part of the step, and behind it a model has nothing more to say. */
    private static View withoutEnd(State state, Trace trace) {
        int last = trace.length() - 1;
        return state.endIds.contains(trace.token(last))
                ? new View.Without(List.of(new View.Range(last, last + 1)))
                : View.ALL;
    }

    @Override
    public void receive(State state, Trace trace, Reply reply) {
        switch (state.stage) {
            case DRAFTED -> drafted(state, trace, reply);
            case RATED -> rated(state, trace, reply);
            case WRITTEN -> written(state, trace, reply);
        }
    }

    private static void drafted(State state, Trace trace, Reply reply) {
        if (reply.isTroubled()) {
            state.writtenBy(LARGE);
        } else {
            trace.draft(reply.tokens());
            state.stage = Stage.RATED;
        }
    }

    private void rated(State state, Trace trace, Reply reply) {
        if (reply.isTroubled() || state.scorer.isGood(reply.last())) {
            trace.accept(trace.length() - trace.committed());
            state.stepDone();
        } else {
            trace.drop();
            state.writtenBy(LARGE);
        }
    }

    private static void written(State state, Trace trace, Reply reply) {
        if (reply.isTroubled()) {
            state.writtenBy(reply.from().equals(Role.SMALL) ? LARGE : SMALL);
            return;
        }
        trace.commit(reply.tokens());
        if (state.end.isWith(trace.bytes(trace.length() - 1))) {
            state.stepDone();
        }
    }
}
