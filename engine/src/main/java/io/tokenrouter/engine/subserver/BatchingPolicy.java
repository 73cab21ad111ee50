package io.tokenrouter.engine.subserver;

/**
 * Decides when a model runs its next step. A pure function of the state and of now: no clock, no memory, no side effect.
 */
@FunctionalInterface
public interface BatchingPolicy {

    /**
     * Asked whenever something waits and no step runs, again on every arrival, at the end of each step of the group, and when a
     * wait has passed.
     *
     * @param nowNanos on the clock of {@link QueueState#oldestReadyNanos()}
     */
    Decision decide(QueueState state, long nowNanos);

    /**
     * What a decision may depend on.
     *
     * @param ready generations that wait here for a step, at least 1
     * @param oldestReadyNanos when the one that waits longest became ready
     * @param elsewhere generations that have a seat here and are at another model
     * @param othersInStep other models of the group that are in a step
     * @param maxRows most rows of one step
     */
    record QueueState(int ready, long oldestReadyNanos, int elsewhere, int othersInStep, int maxRows) {}

    /** Go, or how long to wait at most. */
    sealed interface Decision {}

    /** The step may begin. */
    enum Go implements Decision {
        NOW
    }

    /**
     * Nothing happens until something arrives or this time has passed.
     *
     * @param nanos above 0
     */
    record Wait(long nanos) implements Decision {
        public Wait {
            if (nanos <= 0) {
                throw new IllegalArgumentException("a wait must be above 0 ns, not " + nanos);
            }
        }
    }
}
