package io.tokenrouter.engine.runtime;

import io.tokenrouter.engine.executor.Device;
import io.tokenrouter.engine.metrics.EngineSnapshot;
import io.tokenrouter.engine.metrics.StepListener;
import io.tokenrouter.engine.metrics.StepReport;
import io.tokenrouter.engine.subserver.GroupShape;
import io.tokenrouter.engine.subserver.StepScheduler;
import io.tokenrouter.engine.subserver.Subserver;
import io.tokenrouter.engine.throughput.BatchingSettings;
import io.tokenrouter.engine.tuning.Adoption;
import io.tokenrouter.engine.tuning.DeviceSharing;
import io.tokenrouter.engine.tuning.StepSample;
import io.tokenrouter.engine.tuning.StepTimeProbe;
import io.tokenrouter.engine.tuning.TuningOptions;
import io.tokenrouter.engine.tuning.TuningStatus;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tunes the batching of all groups of an engine. Groups come and go with models and pairs; each has a tuner as long as it exists.
 * Safe from any thread.
 */
public final class SelfTuning implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(SelfTuning.class);

    /** How long trial steps run until the groups are looked at again. */
    private static final long PROBE_SLICE_NANOS = 100_000_000;

    private final TuningOptions options;
    private final Consumer<Adoption> adopted;
    private final StepScheduler scheduler;
    private final Traffic traffic;
    private final LongSupplier clock;
    private final Map<String, BatchingSettings> pins = new LinkedHashMap<>();
    private final IdleProbes probes = new IdleProbes();
    private final Map<Subserver, StepTimeProbe> probed = new HashMap<>();
    private volatile Map<String, TunedGroup> groups = Map.of();
    private volatile boolean mayProbe;

    private @Nullable TuningThread thread;

    /**
     * @param adopted told of every change, on the thread that calls {@link #tick}
     * @param clock of the scheduler
     */
    private SelfTuning(
            TuningOptions options,
            Consumer<Adoption> adopted,
            StepScheduler scheduler,
            Traffic traffic,
            LongSupplier clock) {
        this.options = options;
        this.adopted = adopted;
        this.scheduler = scheduler;
        this.traffic = traffic;
        this.clock = clock;
    }

    /** Begins to tune in a thread of its own; null if the options do not ask for it. */
    static @Nullable SelfTuning start(EngineOptions options, StepScheduler scheduler, Traffic traffic) {
        TuningOptions cautiously = options.tuning();
        if (cautiously == null) {
            return null;
        }
        SelfTuning tuning = new SelfTuning(cautiously, options.adopted(), scheduler, traffic, options.clock());
        tuning.thread = new TuningThread(tuning);
        return tuning;
    }

    /** Leaves all groups as they are. Returns when the thread has ended. */
    @Override
    public void close() {
        if (thread != null) {
            thread.close();
        }
    }

    /** How the group of a model is tuned; empty for a model that is not there or whose group cannot be tuned. */
    public Optional<TuningStatus> status(String model) {
        TunedGroup group = groups.get(model);
        return group == null ? Optional.empty() : Optional.of(group.tuner().status());
    }

    /**
     * Sets the settings of a model's group until {@link #unpin}. They are predicted and measured, and not changed.
     *
     * @throws IllegalArgumentException if there is no such model, its group cannot be tuned, or the settings do not fit it
     */
    public synchronized void pin(String model, BatchingSettings settings) {
        meetGroups();
        TunedGroup group = groups.get(model);
        if (group == null) {
            throw new IllegalArgumentException("the batching of '" + model + "' cannot be set");
        }
        group.pin(settings);
        group.shape().models().forEach(pins::remove);
        pins.put(model, settings);
    }

    /** The group of a model tunes itself again. */
    public synchronized void unpin(String model) {
        meetGroups();
        TunedGroup group = groups.get(model);
        if (group != null) {
            group.shape().models().forEach(pins::remove);
            group.tuner().unpin();
        }
    }

    /**
     * From now on step times are measured before there is traffic, in moments in which the engine has nothing to do: about a second
     * for each model. To be called when a start must not be slowed down any more.
     */
    public void probeWhenIdle() {
        mayProbe = true;
    }

    /** What steps and routes report, at the cost of a few writes. */
    StepListener steps() {
        return new StepListener() {
            @Override
            public void stepEnded(StepReport step) {
                TunedGroup group = groups.get(step.model());
                if (group != null) {
                    group.tuner().stepEnded(group.indexOf(step.model()), sample(step));
                }
            }

            @Override
            public void routed(String from, String to) {
                TunedGroup group = groups.get(from);
                int target = group == null ? -1 : group.indexOf(to);
                if (target >= 0) {
                    group.tuner().routed(group.indexOf(from), target);
                }
            }
        };
    }

    private StepSample sample(StepReport step) {
        return new StepSample(
                step.rows(),
                step.answers(),
                step.tokens() - step.rows(),
                step.prefillTokens() > 0,
                step.overlapped(),
                clock.getAsLong(),
                step.nanos());
    }

    /** Adds what is predicted and measured to the figures of a model. */
    EngineSnapshot.Model complete(EngineSnapshot.Model model) {
        return status(model.id())
                .map(status -> model.withBatching(new EngineSnapshot.Batching(
                        model.batching().stepsBySize(),
                        status.pinned(),
                        status.predictedTokensPerSecond(),
                        status.measuredTokensPerSecond())))
                .orElse(model);
    }

    /** Looks at all groups; to be called about ten times a second by one thread. */
    void tick() {
        synchronized (this) {
            meetGroups();
        }
        for (TunedGroup group : new HashSet<>(groups.values())) {
            group.tick(clock.getAsLong());
        }
        List<Subserver> subservers = traffic.subservers();
        if (mayProbe && probes.isWanted(subservers) && traffic.running() == 0) {
            probe(subservers);
        }
    }

    private void probe(List<Subserver> subservers) {
        long began = clock.getAsLong();
        boolean goesOn = true;
        while (goesOn && traffic.running() == 0 && clock.getAsLong() - began < PROBE_SLICE_NANOS) {
            goesOn = probes.step(subservers, this::keep) && probes.isWanted(subservers);
        }
    }

    private synchronized void keep(IdleProbes.Result result) {
        probed.put(result.model(), result.probe());
        String model = result.model().id();
        TunedGroup group = groups.get(model);
        if (group != null) {
            group.tuner().probed(group.indexOf(model), result.probe());
        }
    }

    private void meetGroups() {
        probed.keySet().retainAll(traffic.subservers());
        Map<String, TunedGroup> met = new HashMap<>();
        for (StepScheduler.Scheduled scheduled : scheduler.groups()) {
            GroupShape shape = scheduled.shape();
            TunedGroup known = groups.get(shape.models().getFirst());
            Optional<TunedGroup> group = known != null && known.shape().equals(shape)
                    ? Optional.of(known)
                    : newGroup(shape, scheduled.devices());
            group.ifPresent(one -> shape.models().forEach(model -> met.put(model, one)));
        }
        groups = Map.copyOf(met);
    }

    private Optional<TunedGroup> newGroup(GroupShape shape, List<Device> devices) {
        Optional<DeviceSharing> sharing = sharing(devices);
        if (sharing.isEmpty()) {
            return Optional.empty();
        }
        TunedGroup group = new TunedGroup(shape, sharing.get(), options, scheduler, traffic, adopted);
        for (String model : shape.models()) {
            probed.forEach((subserver, known) -> {
                if (subserver.id().equals(model)) {
                    group.tuner().probed(group.indexOf(model), known);
                }
            });
            BatchingSettings pinned = pins.get(model);
            if (pinned != null) {
                pinAgain(group, model, pinned);
            }
        }
        return Optional.of(group);
    }

    private static void pinAgain(TunedGroup group, String model, BatchingSettings settings) {
        try {
            group.pin(settings);
        } catch (IllegalArgumentException e) {
            LOG.warn("What was set for the batching of {} does not fit any more: {}", model, e.getMessage());
        }
    }

    /** Empty where some models share a device and others do not: nothing predicts such a group. */
    private static Optional<DeviceSharing> sharing(List<Device> devices) {
        int distinct = new HashSet<>(devices).size();
        if (distinct == devices.size()) {
            return Optional.of(DeviceSharing.SEPARATE);
        }
        if (distinct > 1) {
            return Optional.empty();
        }
        return Optional.of(
                devices.getFirst().runsOneStepAtATime() ? DeviceSharing.ONE_STEP_AT_A_TIME : DeviceSharing.OVERLAPPING);
    }
}
