package io.tokenrouter.engine.runtime;

import io.tokenrouter.engine.metrics.EngineMetrics;
import io.tokenrouter.engine.metrics.StepListener;
import io.tokenrouter.engine.subserver.GroupPlan;
import io.tokenrouter.engine.subserver.GroupShape;
import io.tokenrouter.engine.tuning.Adoption;
import io.tokenrouter.engine.tuning.TuningOptions;
import java.util.EnumSet;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * How an engine runs. Start from {@link #DEFAULTS}.
 *
 * @param maxRunning most generations that run at once, at least 1
 * @param maxQueued most generations that wait for a place; above it requests are refused
 * @param batching what a group of models does when it is formed, until {@link RoutingEngine#scheduler()} is told otherwise
 * @param optimisations what is switched on
 * @param metrics told of what happens
 * @param steps told of every step
 * @param tuning how cautiously batching is tuned while the engine runs; null to leave it as it is
 * @param adopted told of every change that tuning makes, on its thread
 * @param clock nanoseconds, as {@link System#nanoTime()}
 */
public record EngineOptions(
        int maxRunning,
        int maxQueued,
        Function<GroupShape, GroupPlan> batching,
        Set<Optimisation> optimisations,
        EngineMetrics metrics,
        StepListener steps,
        @Nullable TuningOptions tuning,
        Consumer<Adoption> adopted,
        LongSupplier clock) {

    /** 256 running, 1024 waiting, greedy batching that is not tuned, everything on that was seen to pay, no metrics. */
    public static final EngineOptions DEFAULTS = new EngineOptions(
            256,
            1024,
            GroupPlan::greedy,
            EnumSet.complementOf(EnumSet.of(Optimisation.WARM_CATCH_UP)),
            EngineMetrics.NONE,
            StepListener.NONE,
            null,
            adoption -> {},
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
        return new EngineOptions(running, queued, batching, optimisations, metrics, steps, tuning, adopted, clock);
    }

    public EngineOptions withBatching(Function<GroupShape, GroupPlan> plans) {
        return new EngineOptions(maxRunning, maxQueued, plans, optimisations, metrics, steps, tuning, adopted, clock);
    }

    public EngineOptions without(Optimisation... off) {
        Set<Optimisation> rest = EnumSet.allOf(Optimisation.class);
        rest.retainAll(optimisations);
        rest.removeAll(Set.of(off));
        return new EngineOptions(maxRunning, maxQueued, batching, rest, metrics, steps, tuning, adopted, clock);
    }

    public EngineOptions with(Optimisation... on) {
        Set<Optimisation> more = EnumSet.noneOf(Optimisation.class);
        more.addAll(optimisations);
        more.addAll(Set.of(on));
        return new EngineOptions(maxRunning, maxQueued, batching, more, metrics, steps, tuning, adopted, clock);
    }

    public EngineOptions withMetrics(EngineMetrics listener) {
        return new EngineOptions(
                maxRunning, maxQueued, batching, optimisations, listener, steps, tuning, adopted, clock);
    }

    public EngineOptions withSteps(StepListener listener) {
        return new EngineOptions(
                maxRunning, maxQueued, batching, optimisations, metrics, listener, tuning, adopted, clock);
    }

    public EngineOptions withTuning(TuningOptions cautiously, Consumer<Adoption> listener) {
        return new EngineOptions(
                maxRunning, maxQueued, batching, optimisations, metrics, steps, cautiously, listener, clock);
    }

    public EngineOptions withClock(LongSupplier nanos) {
        return new EngineOptions(
                maxRunning, maxQueued, batching, optimisations, metrics, steps, tuning, adopted, nanos);
    }
}
