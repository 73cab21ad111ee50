package io.tokenrouter.engine.runtime;

import io.tokenrouter.engine.sampling.LogitRow;
import io.tokenrouter.engine.subserver.Seat;
import io.tokenrouter.engine.subserver.StepFacts;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One model's part in a token of several, while others have theirs: what it is asked, the steps that ran for it, and what came of it.
 * Of the thread of its model from when it is asked until it is home; then of the thread that brings the last part home. Used again
 * for every fusion of a generation.
 */
final class FusionPart {

    private final int role;
    private final Turn turn;
    private final FedIds fed;
    private final List<Ran> steps = new ArrayList<>();
    private @Nullable LogitRow row;
    private @Nullable Throwable failure;
    private @Nullable Throwable broken;

    /** @param turn of the generation's ledger, used for nothing else */
    FusionPart(int role, Turn turn, FedIds fed) {
        this.role = role;
        this.turn = turn;
        this.fed = fed;
    }

    /**
     * A step that ran for it.
     *
     * @param caughtUp of the ids, those that another model had written
     * @param again of the ids, those that the model had run before
     * @param kept {@link Seat#keptOnArrival}
     * @param adoptedPromptIds that the model's first visit found in the shared-prefix cache
     */
    record Ran(
            int role, int start, int count, int caughtUp, int again, int kept, int adoptedPromptIds, StepFacts step) {}

    /** It is asked anew. */
    Turn begin() {
        steps.clear();
        row = null;
        failure = null;
        broken = null;
        return turn;
    }

    int role() {
        return role;
    }

    Turn turn() {
        return turn;
    }

    /**
     * Its model extended its resident ids; the generation hears of it when it is home.
     *
     * @return how many of them another model had written
     */
    int extended(Seat seat, int start, int count, StepFacts step) {
        try {
            int again = fed.again(role, turn.shown(), start, count);
            int caughtUp = fed.extended(role, turn.shown(), start, count);
            steps.add(new Ran(
                    role, start, count, caughtUp, again, seat.keptOnArrival(start), seat.adoptedPromptIds(), step));
            return caughtUp;
        } catch (Throwable cause) {
            broken = cause;
            return 0;
        }
    }

    /** Steps since it was asked, in their order. */
    List<Ran> steps() {
        return steps;
    }

    /** @param logits null if the model left out the row */
    void answered(@Nullable LogitRow logits) {
        row = logits;
    }

    /** The row; null if there is none. */
    @Nullable
    LogitRow row() {
        return row;
    }

    void failed(Throwable cause) {
        failure = cause;
    }

    /** Why its model could not run it; null if it did, or the request is to end. */
    @Nullable
    Throwable failure() {
        return failure;
    }

    /** Why the request's books are not right any more; null as a rule. */
    @Nullable
    Throwable broken() {
        return broken;
    }
}
