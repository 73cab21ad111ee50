package io.tokenrouter.engine.routing.builtin;

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
import java.util.List;
import java.util.Set;

/**
 * The small model drafts a step of the text, the large one is asked beside the answer how good it is. A good step is taken; any other
 * is dropped, and the large model writes it. A step that cannot be rated is taken; one that the chosen model cannot write is the other
 * one's.
 */
final class StepVerify implements RoutingAlgorithm<StepVerify.State> {

    private static final Hop SMALL = Hop.to(Role.SMALL);
    private static final Hop LARGE = Hop.to(Role.LARGE);

    private final Spec spec;
    private final DigitRatings ratings;
    private final String rubric;
    private final boolean expected;
    private final double least;
    private final String delimiter;
    private final int mostTokens;
    private final int firstSteps;

    /**
     * @param ratings of the rubrics that models were asked so far
     * @param rubric what the large model is asked behind a step; a digit answers it
     * @param expected whether a rating is the mean over all digits, or the most probable one
     * @param least rating of a step that is taken
     * @param delimiter ends a step
     * @param mostTokens after which a step is over in any case
     * @param firstSteps that the large model writes without a draft
     */
    StepVerify(
            DigitRatings ratings,
            String rubric,
            boolean expected,
            double least,
            String delimiter,
            int mostTokens,
            int firstSteps) {
        this.spec = Spec.of(Role.SMALL, Role.LARGE).withMaxTail(mostTokens);
        this.ratings = ratings;
        this.rubric = rubric;
        this.expected = expected;
        this.least = least;
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
        private final DigitRating rating;
        private final Set<Integer> endIds;
        private final StepEnd end = new StepEnd(delimiter, 1, mostTokens);
        private Stage stage = Stage.DRAFTED;
        private Hop writer = LARGE;
        private int steps;

        State(DigitRating rating, Set<Integer> endIds) {
            this.rating = rating;
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
        DigitRating rating = ratings.of(rubric, prompt.text());
        rating.requireRoom(prompt.ids().length, prompt.capacity().get(Role.LARGE));
        return new State(rating, prompt.endIds());
    }

    @Override
    public Hop route(State state, Trace trace) {
        return switch (state.stage) {
            case DRAFTED -> SMALL;
            case RATED -> LARGE;
            case WRITTEN -> state.writer;
        };
    }

    @Override
    public Ask send(State state, Trace trace, Role to) {
        return switch (state.stage) {
            case DRAFTED -> Ask.next(Math.min(mostTokens, trace.remaining()), Stop.atText(delimiter));
            case RATED -> state.rating.ask().of(withoutEnd(state, trace));
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
        if (reply.isTroubled() || state.rating.read(reply.last(), expected) >= least) {
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
