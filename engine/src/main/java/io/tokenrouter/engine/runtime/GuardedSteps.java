package io.tokenrouter.engine.runtime;

import io.tokenrouter.engine.metrics.StepListener;
import io.tokenrouter.engine.metrics.StepReport;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Keeps failures of whoever watches steps away from generations and subservers: the first is logged, the others are ignored. */
final class GuardedSteps implements StepListener {

    private static final Logger LOG = LoggerFactory.getLogger(GuardedSteps.class);

    private final StepListener steps;
    private final AtomicBoolean failed = new AtomicBoolean();

    GuardedSteps(StepListener steps) {
        this.steps = steps;
    }

    @Override
    public void stepEnded(StepReport step) {
        try {
            steps.stepEnded(step);
        } catch (Throwable failure) {
            failed(failure);
        }
    }

    @Override
    public void routed(String from, String to) {
        try {
            steps.routed(from, to);
        } catch (Throwable failure) {
            failed(failure);
        }
    }

    private void failed(Throwable failure) {
        if (failed.compareAndSet(false, true)) {
            LOG.warn("Whoever watches the engine's steps failed, and knows too little from now on", failure);
        }
    }
}
