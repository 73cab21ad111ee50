package io.tokenrouter.engine.metrics;

/**
 * Told of every step and of every routing decision, for whoever measures step times and routing probabilities. Called on the
 * threads of subservers, for every token: an implementation must return at once, must not block, and must be safe
 * from any thread. What it throws is logged once and hurts no generation.
 */
public interface StepListener {

    /** Ignores everything. */
    StepListener NONE = new StepListener() {};

    /** A step ended, and its answers are where they go next. */
    default void stepEnded(StepReport step) {}

    /**
     * After a token of one model a request goes to another one, or stays. A request whose answer is over counts as going to where it
     * began: there the next one begins that takes its place.
     *
     * @param from model id
     * @param to model id, the same if it stays
     */
    default void routed(String from, String to) {}
}
