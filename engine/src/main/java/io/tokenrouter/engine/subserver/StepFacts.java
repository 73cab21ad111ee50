package io.tokenrouter.engine.subserver;

/**
 * What a step is for each generation in it.
 *
 * @param startedNanos when the model began
 * @param endedNanos when it was done
 * @param heldNanos how long the step was held back, though the model could have begun
 * @param rows of the step
 */
public record StepFacts(long startedNanos, long endedNanos, long heldNanos, int rows) {}
