package io.tokenrouter.engine.runtime;

import io.tokenrouter.engine.metrics.StepListener;
import io.tokenrouter.engine.metrics.StepReport;

/** Tells two of every step. */
record StepListeners(StepListener first, StepListener second) implements StepListener {

    @Override
    public void stepEnded(StepReport step) {
        first.stepEnded(step);
        second.stepEnded(step);
    }

    @Override
    public void routed(String from, String to) {
        first.routed(from, to);
        second.routed(from, to);
    }
}
