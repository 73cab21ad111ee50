package io.tokenrouter.engine.runtime;

import io.tokenrouter.engine.routing.Step;
import org.jspecify.annotations.Nullable;

/** The steps of the newest positions: a ring, so that a long answer does not keep every row's signals. */
final class StepWindow {

    /** Positions that are kept at least, whatever vanishes of the tail. */
    static final int KEPT = 256;

    private final @Nullable Step[] steps;
    private final int[] positions;

    /**
     * @param maxTail most positions that may vanish
     */
    StepWindow(int maxTail) {
        steps = new Step[KEPT + maxTail];
        positions = new int[KEPT + maxTail];
    }

    void put(int position, @Nullable Step step) {
        steps[position % steps.length] = step;
        positions[position % steps.length] = position;
    }

    /**
     * The position is final. What its token was drawn from is of use for a draft only, and that of 256 tokens could be more than 100 MB.
     */
    void settle(int position) {
        Step step = get(position);
        if (step != null) {
            put(position, step.withoutDistribution());
        }
    }

    /** Null where the position is too old or has no step. */
    @Nullable
    Step get(int position) {
        return positions[position % steps.length] == position ? steps[position % steps.length] : null;
    }
}
