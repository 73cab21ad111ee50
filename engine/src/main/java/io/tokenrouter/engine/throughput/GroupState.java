package io.tokenrouter.engine.throughput;

/**
 * What a start rule may see of a group of models at one instant, after everything that ended or arrived at that instant has been
 * counted. All times have passed up to that instant, in nanoseconds; so a rule needs no clock.
 */
public interface GroupState {

    /** Requests that wait at a model for its next step. */
    int waiting(int model);

    /** Rows of the step that a model is in, 0 if it is idle. */
    int inStep(int model);

    /** Active requests that do not wait at this model and may come to it. */
    int elsewhere(int model);

    /** Since the step that the model is in began. On overlapping steps: the part of its time alone that is done. */
    long elapsedNanos(int model);

    /** How long the step that the model is in was expected to take when it began. */
    long predictedNanos(int model);

    /** Since the model has been idle while something waited. */
    long heldNanos(int model);

    /** Since the request that waits longest at the model came. */
    long oldestWaitNanos(int model);

    /**
     * Requests expected to come to a model when the step of another ends: the sum of the probabilities of its rows.
     *
     * @param from in a step
     */
    double expectedArrivals(int from, int to);
}
