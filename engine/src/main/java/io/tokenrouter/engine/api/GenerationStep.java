package io.tokenrouter.engine.api;

/**
 * A step that a model ran for a generation. Times are nanoseconds since the generation was submitted.
 *
 * @param model id
 * @param start position of the first id that it read; 0 is the start of the prompt
 * @param count ids read, at least 1
 * @param caughtUp of these, ids of the answer that another model had written and this one had not read before
 * @param startedNanos when the model began
 * @param endedNanos when it was done, not before {@code startedNanos}
 * @param heldNanos how long the step was held back for a larger batch, though the model could have begun
 * @param rows generations in the step, at least 1
 */
public record GenerationStep(
        String model,
        int start,
        int count,
        int caughtUp,
        long startedNanos,
        long endedNanos,
        long heldNanos,
        int rows) {}
