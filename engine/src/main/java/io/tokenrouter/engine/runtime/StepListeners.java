package io.tokenrouter.engine.runtime;

import io.tokenrouter.engine.metrics.StepListener;

/** Tells two of every step. */
record StepListeners(StepListener first, StepListener second) implements StepListener {

    @Override
    public void stepEnded(
            String model,
            int rows,
            int tokens,
            int catchUpTokens,
            int prefillTokens,
            long nanos,
            long heldNanos,
            boolean overlapped) {
        first.stepEnded(model, rows, tokens, catchUpTokens, prefillTokens, nanos, heldNanos, overlapped);
        second.stepEnded(model, rows, tokens, catchUpTokens, prefillTokens, nanos, heldNanos, overlapped);
    }

    @Override
    public void routed(String from, String to) {
        first.routed(from, to);
        second.routed(from, to);
    }
}
