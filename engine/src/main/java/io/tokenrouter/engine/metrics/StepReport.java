package io.tokenrouter.engine.metrics;

/**
 * A step that ended.
 *
 * @param model id
 * @param rows of the step, at least 1
 * @param answers rows of these that got their token; the others run prompts or catch up in parts, or failed
 * @param tokens new ids of all rows, at least {@code rows}
 * @param catchUpTokens of these, ids that another model had written
 * @param prefillTokens of these, ids of prompts
 * @param nanos from the decision to begin it until its answers were handed on
 * @param heldNanos how long its rows were held back before, though the model could have begun
 * @param overlapped true if another model of the device was in a step at any time meanwhile
 */
public record StepReport(
        String model,
        int rows,
        int answers,
        int tokens,
        int catchUpTokens,
        int prefillTokens,
        long nanos,
        long heldNanos,
        boolean overlapped) {}
