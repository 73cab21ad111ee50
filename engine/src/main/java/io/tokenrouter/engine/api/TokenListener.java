package io.tokenrouter.engine.api;

/**
 * Receives the events of one generation, in order, never two at a time. Called on the thread of a subserver: must return
 * at once and must not block. An exception from it cancels the generation and nothing else.
 */
@FunctionalInterface
public interface TokenListener {

    void onEvent(TokenEvent event);

    /**
     * A model ran a step for the generation; the events of what the step brought follow. In the order in which steps began; those of
     * models that are asked for a token together overlap, and are told when all of them are done.
     */
    default void onStep(GenerationStep step) {}

    /**
     * Whether it is told {@link #onSignals}. Asked once, when the generation is submitted; what nobody wants is not put together.
     */
    default boolean wantsSignals() {
        return false;
    }

    /** What was known at the position of the token whose event follows. */
    default void onSignals(TokenSignals signals) {}
}
