package io.tokenrouter.engine.metrics;

/**
 * Told of what happens in the engine while it happens. Called on the threads of subservers, so an implementation must return at
 * once, must not block, and must be safe from any thread. What it throws is logged once and hurts no generation.
 */
public interface EngineMetrics {

    /** Ignores everything. */
    EngineMetrics NONE = new EngineMetrics() {};

    /**
     * A model finished a step.
     *
     * @param rows rows of the step
     * @param tokens new ids of all rows
     * @param busyNanos how long the executor took
     * @param heldNanos how long ready rows were held back before it
     */
    default void stepFinished(String model, int rows, int tokens, long busyNanos, long heldNanos) {}

    /**
     * A token was committed.
     *
     * @param target pair or model that the request named
     * @param writer id of the model that wrote it
     * @param entropy nats, of the model asked first at its position; NaN if not computed
     */
    default void tokenCommitted(String target, String writer, float entropy) {}

    /**
     * The first token of an answer was committed.
     *
     * @param nanos since submission
     */
    default void firstToken(String target, long nanos) {}

    /**
     * A further token of an answer was committed.
     *
     * @param nanos since the token before it; next to nothing for tokens of one step
     */
    default void nextToken(String target, long nanos) {}

    /**
     * A generation ended.
     *
     * @param outcome {@code stop}, {@code length}, {@code cancelled} or {@code failed}
     * @param queuedNanos from submission to the first step; 0 if there was none
     * @param firstTokenNanos from submission to the first token; 0 if there was none
     * @param totalNanos from submission to the end
     */
    default void generationFinished(
            String target,
            String outcome,
            int promptTokens,
            int completionTokens,
            int switches,
            long queuedNanos,
            long firstTokenNanos,
            long totalNanos) {}

    /**
     * A model left the engine; no snapshot that is taken from now on has it.
     *
     * @param last its last figures
     */
    default void modelRemoved(EngineSnapshot.Model last) {}

    /**
     * The device of a model is gone or broken: no step of the model will succeed any more, and its generations end as they come to it.
     * Told once, on the first step that finds it out.
     *
     * @param reason in one line
     */
    default void modelLost(String model, String reason) {}

    /** A model could not answer a generation, which goes on without the answer. */
    default void answerMissing(String target, String model) {}

    /**
     * A request was refused.
     *
     * @param kind name of the refusal's kind, in lower case, for example {@code overloaded}
     */
    default void refused(String kind) {}
}
