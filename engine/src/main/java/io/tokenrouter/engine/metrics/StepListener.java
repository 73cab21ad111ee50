package io.tokenrouter.engine.metrics;

/**
 * Told of every step and of every routing decision, for whoever measures step times and routing probabilities. Called on the
 * threads of subservers, for every token: an implementation must return at once, must not block nor allocate, and must be safe
 * from any thread. What it throws is logged once and hurts no generation.
 */
public interface StepListener {

    /** Ignores everything. */
    StepListener NONE = new StepListener() {};

    /**
     * A step ended, and its answers are where they go next.
     *
     * @param model id
     * @param rows rows of the step, at least 1
     * @param tokens new ids of all rows, at least {@code rows}
     * @param catchUpTokens of these, ids that another model had written
     * @param prefillTokens of these, ids of prompts
     * @param nanos from the decision to begin it until its answers were handed on
     * @param heldNanos how long its rows were held back before, though the model could have begun
     * @param overlapped true if another model of the device was in a step at any time meanwhile
     */
    default void stepEnded(
            String model,
            int rows,
            int tokens,
            int catchUpTokens,
            int prefillTokens,
            long nanos,
            long heldNanos,
            boolean overlapped) {}

    /**
     * After a token of one model a request goes to another one, or stays.
     *
     * @param from model id
     * @param to model id, the same if it stays
     */
    default void routed(String from, String to) {}
}
