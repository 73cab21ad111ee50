package io.tokenrouter.engine.runtime;

import io.tokenrouter.engine.metrics.EngineMetrics;
import io.tokenrouter.engine.subserver.BatchingPolicy;
import io.tokenrouter.engine.subserver.GreedyPolicy;
import java.util.EnumSet;
import java.util.Set;
import java.util.function.Function;
import java.util.function.LongSupplier;

/**
 * How an engine runs. Start from {@link #DEFAULTS}.
 *
 * @param maxRunning most generations that run at once, at least 1
 * @param maxQueued most generations that wait for a place; above it requests are refused
 * @param batching model id to the policy that decides when its steps begin
 * @param optimisations what is switched on; all of it, but for measurements
 * @param metrics told of what happens
 * @param clock nanoseconds, as {@link System#nanoTime()}
 */
public record EngineOptions(
        int maxRunning,
        int maxQueued,
        Function<String, BatchingPolicy> batching,
        Set<Optimisation> optimisations,
        EngineMetrics metrics,
        LongSupplier clock) {

    /** 256 running, 1024 waiting, greedy batching, everything on, no metrics. */
    public static final EngineOptions DEFAULTS = new EngineOptions(
            256,
            1024,
            model -> new GreedyPolicy(),
            EnumSet.allOf(Optimisation.class),
            EngineMetrics.NONE,
            System::nanoTime);

    public EngineOptions {
        if (maxRunning < 1) {
            throw new IllegalArgumentException("maxRunning must be at least 1, not " + maxRunning);
        }
        if (maxQueued < 0) {
            throw new IllegalArgumentException("maxQueued must be at least 0, not " + maxQueued);
        }
        optimisations = Set.copyOf(optimisations);
    }

    public EngineOptions withLimits(int running, int queued) {
        return new EngineOptions(running, queued, batching, optimisations, metrics, clock);
    }

    public EngineOptions withBatching(Function<String, BatchingPolicy> policies) {
        return new EngineOptions(maxRunning, maxQueued, policies, optimisations, metrics, clock);
    }

    public EngineOptions without(Optimisation... off) {
        Set<Optimisation> rest = EnumSet.allOf(Optimisation.class);
        rest.retainAll(optimisations);
        rest.removeAll(Set.of(off));
        return new EngineOptions(maxRunning, maxQueued, batching, rest, metrics, clock);
    }

    public EngineOptions withMetrics(EngineMetrics listener) {
        return new EngineOptions(maxRunning, maxQueued, batching, optimisations, listener, clock);
    }

    public EngineOptions withClock(LongSupplier nanos) {
        return new EngineOptions(maxRunning, maxQueued, batching, optimisations, metrics, nanos);
    }
}
