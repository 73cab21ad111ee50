package io.tokenrouter.engine.routing;

import java.util.List;
import java.util.NoSuchElementException;

/**
 * What came back from a hop. Nothing of it is in the trace until {@code receive} puts it there.
 *
 * @param from role that was asked; of several whose rows were fused, the first, or the one that could not answer
 * @param steps the tokens in order; empty only where {@code cause} says so
 * @param accepted ids of the tail that stand, if the role was asked to verify it; else 0
 */
public record Reply(Role from, List<Step> steps, int accepted, Cause cause) {

    /** The answer to something else than a verification. */
    public Reply(Role from, List<Step> steps, Cause cause) {
        this(from, steps, 0, cause);
    }

    public Reply {
        steps = List.copyOf(steps);
        if (steps.isEmpty() && cause == Cause.ANSWERED) {
            throw new IllegalArgumentException("an answer has at least one step");
        }
    }

    /** The ids of all steps. */
    public int[] tokens() {
        int[] ids = new int[steps.size()];
        for (int i = 0; i < ids.length; i++) {
            ids[i] = steps.get(i).token();
        }
        return ids;
    }

    /**
     * The newest step.
     *
     * @throws NoSuchElementException if there is none
     */
    public Step last() {
        return steps.getLast();
    }

    /** True where the model could not do what it was asked. */
    public boolean isTroubled() {
        return cause != Cause.ANSWERED;
    }
}
