package io.tokenrouter.engine.tuning;

/**
 * A step that was measured.
 *
 * @param rows at least 1
 * @param answers rows of these that got their token
 * @param extraTokens new ids beyond one for each row
 * @param prefill whether ids of prompts are among them
 * @param overlapped whether another model of the device was in a step meanwhile
 * @param endNanos when its answers were handed on, on any clock that all models of a group share
 * @param nanos from the decision to begin until then
 */
public record StepSample(
        int rows, int answers, int extraTokens, boolean prefill, boolean overlapped, long endNanos, long nanos) {

    long startNanos() {
        return endNanos - nanos;
    }
}
