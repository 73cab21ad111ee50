package io.tokenrouter.engine.runtime;

import io.tokenrouter.engine.metrics.EngineMetrics;
import io.tokenrouter.engine.metrics.EngineSnapshot;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Keeps failures of metrics away from generations and subservers: the first one is logged, the others are ignored. */
final class GuardedMetrics implements EngineMetrics {

    private static final Logger LOG = LoggerFactory.getLogger(GuardedMetrics.class);

    private final EngineMetrics metrics;
    private final AtomicBoolean failed = new AtomicBoolean();

    GuardedMetrics(EngineMetrics metrics) {
        this.metrics = metrics;
    }

    @Override
    public void stepFinished(String model, int rows, int tokens, long busyNanos, long heldNanos) {
        try {
            metrics.stepFinished(model, rows, tokens, busyNanos, heldNanos);
        } catch (Throwable failure) {
            failed(failure);
        }
    }

    @Override
    public void tokenCommitted(String target, String writer, float entropy) {
        try {
            metrics.tokenCommitted(target, writer, entropy);
        } catch (Throwable failure) {
            failed(failure);
        }
    }

    @Override
    public void firstToken(String target, long nanos) {
        try {
            metrics.firstToken(target, nanos);
        } catch (Throwable failure) {
            failed(failure);
        }
    }

    @Override
    public void nextToken(String target, long nanos) {
        try {
            metrics.nextToken(target, nanos);
        } catch (Throwable failure) {
            failed(failure);
        }
    }

    @Override
    public void generationFinished(
            String target,
            String outcome,
            int promptTokens,
            int completionTokens,
            int switches,
            long queuedNanos,
            long firstTokenNanos,
            long totalNanos) {
        try {
            metrics.generationFinished(
                    target,
                    outcome,
                    promptTokens,
                    completionTokens,
                    switches,
                    queuedNanos,
                    firstTokenNanos,
                    totalNanos);
        } catch (Throwable failure) {
            failed(failure);
        }
    }

    @Override
    public void modelRemoved(EngineSnapshot.Model last) {
        try {
            metrics.modelRemoved(last);
        } catch (Throwable failure) {
            failed(failure);
        }
    }

    @Override
    public void modelLost(String model, String reason) {
        try {
            metrics.modelLost(model, reason);
        } catch (Throwable failure) {
            failed(failure);
        }
    }

    @Override
    public void answerMissing(String target, String model) {
        try {
            metrics.answerMissing(target, model);
        } catch (Throwable failure) {
            failed(failure);
        }
    }

    @Override
    public void refused(String kind) {
        try {
            metrics.refused(kind);
        } catch (Throwable failure) {
            failed(failure);
        }
    }

    private void failed(Throwable failure) {
        if (failed.compareAndSet(false, true)) {
            LOG.warn("The engine's metrics failed and are incomplete from now on", failure);
        }
    }
}
