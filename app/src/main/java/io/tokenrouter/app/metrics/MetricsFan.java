package io.tokenrouter.app.metrics;

import io.tokenrouter.engine.metrics.EngineMetrics;
import io.tokenrouter.engine.metrics.EngineSnapshot;
import java.util.List;

/** Tells several what happens in the engine. */
public final class MetricsFan implements EngineMetrics {

    private final List<EngineMetrics> listeners;

    /** @param listeners none of them throws */
    public MetricsFan(List<EngineMetrics> listeners) {
        this.listeners = List.copyOf(listeners);
    }

    @Override
    public void stepFinished(String model, int rows, int tokens, long busyNanos, long heldNanos) {
        for (EngineMetrics listener : listeners) {
            listener.stepFinished(model, rows, tokens, busyNanos, heldNanos);
        }
    }

    @Override
    public void tokenCommitted(String target, String writer, float entropy) {
        for (EngineMetrics listener : listeners) {
            listener.tokenCommitted(target, writer, entropy);
        }
    }

    @Override
    public void firstToken(String target, long nanos) {
        for (EngineMetrics listener : listeners) {
            listener.firstToken(target, nanos);
        }
    }

    @Override
    public void nextToken(String target, long nanos) {
        for (EngineMetrics listener : listeners) {
            listener.nextToken(target, nanos);
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
        for (EngineMetrics listener : listeners) {
            listener.generationFinished(
                    target,
                    outcome,
                    promptTokens,
                    completionTokens,
                    switches,
                    queuedNanos,
                    firstTokenNanos,
                    totalNanos);
        }
    }

    @Override
    public void modelRemoved(EngineSnapshot.Model last) {
        for (EngineMetrics listener : listeners) {
            listener.modelRemoved(last);
        }
    }

    @Override
    public void modelLost(String model, String reason) {
        for (EngineMetrics listener : listeners) {
            listener.modelLost(model, reason);
        }
    }

    @Override
    public void answerMissing(String target, String model) {
        for (EngineMetrics listener : listeners) {
            listener.answerMissing(target, model);
        }
    }

    @Override
    public void refused(String kind) {
        for (EngineMetrics listener : listeners) {
            listener.refused(kind);
        }
    }
}
