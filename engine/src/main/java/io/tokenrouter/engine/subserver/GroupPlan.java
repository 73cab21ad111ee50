package io.tokenrouter.engine.subserver;

import io.tokenrouter.engine.throughput.BatchingSettings;
import io.tokenrouter.engine.throughput.BucketTrim;
import io.tokenrouter.engine.throughput.DeviceMode;
import io.tokenrouter.engine.throughput.ModelProfile;
import io.tokenrouter.engine.throughput.RoutingMatrix;
import io.tokenrouter.engine.throughput.StartRule;
import io.tokenrouter.engine.throughput.StepTimeCurve;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/**
 * How a group of models is scheduled, and why. Lists have an entry for each model, in the order of the {@link GroupShape}.
 * Immutable; a group changes from one plan to another between two decisions.
 *
 * @param settings as operators know them
 * @param models what steps cost, as far as known: what decisions are taken by
 * @param loaded what they cost with the prompts, catch-up and pauses of the present requests: what predictions are made from
 * @param routing where requests go, as far as known
 * @param device whether steps may overlap; {@link DeviceMode.OneStepAtATime} keeps them apart on any device
 * @param guardNanos how long a request waits at most at a model that could begin a step, and on a device that takes turns before
 *     nobody goes first who has waited less; above 0. See {@link StartRule#of}
 * @param trims how many rows a step takes of those that wait
 * @param reason one line for people: why these settings
 */
public record GroupPlan(
        BatchingSettings settings,
        List<ModelProfile> models,
        List<ModelProfile> loaded,
        RoutingMatrix routing,
        DeviceMode device,
        List<Long> guardNanos,
        List<BucketTrim> trims,
        String reason) {

    /** Guard of a model whose step times are not known yet. */
    public static final Duration FIRST_GUARD = Duration.ofMillis(250);

    /** Far above any step, in case a generation never comes back. */
    private static final Duration LOCKSTEP_GUARD = Duration.ofSeconds(10);

    public GroupPlan {
        models = List.copyOf(models);
        loaded = List.copyOf(loaded);
        guardNanos = List.copyOf(guardNanos);
        trims = List.copyOf(trims);
        if (loaded.size() != models.size() || guardNanos.size() != models.size() || trims.size() != models.size()) {
            throw new IllegalArgumentException(
                    "a plan for " + models.size() + " models needs as many loaded ones, guards and trims, not "
                            + loaded.size() + ", " + guardNanos.size() + " and " + trims.size());
        }
    }

    /** A plan for requests of which nothing is known but where they go. */
    public GroupPlan(
            BatchingSettings settings,
            List<ModelProfile> models,
            RoutingMatrix routing,
            DeviceMode device,
            List<Long> guardNanos,
            List<BucketTrim> trims,
            String reason) {
        this(settings, models, models, routing, device, guardNanos, trims, reason);
    }

    /** Begins every step as soon as it can: what a group does of which nothing is known. */
    public static GroupPlan greedy(GroupShape shape) {
        return untuned(shape, new BatchingSettings.Greedy(), "not measured yet");
    }

    /** All requests in lockstep, as a baseline: one model at a time, the large one as soon as anything waits for it. */
    public static GroupPlan lockstep(GroupShape shape) {
        return untuned(shape, new BatchingSettings.Greedy(), "baseline")
                .withDevice(new DeviceMode.OneStepAtATime())
                .withGuard(LOCKSTEP_GUARD);
    }

    /**
     * Settings that need no measured step times, with the guard {@link #FIRST_GUARD}.
     *
     * @throws IllegalArgumentException if they do not fit the group
     */
    public static GroupPlan untuned(GroupShape shape, BatchingSettings settings, String reason) {
        int count = shape.models().size();
        List<ModelProfile> profiles = new ArrayList<>();
        for (int maxRows : shape.maxRows()) {
            profiles.add(ModelProfile.of(StepTimeCurve.of(1, rows -> 1)).withMaxBatch(maxRows));
        }
        return new GroupPlan(
                settings,
                profiles,
                anywhere(count),
                shape.oneStepAtATime() ? new DeviceMode.OneStepAtATime() : new DeviceMode.Separate(),
                Collections.nCopies(count, FIRST_GUARD.toNanos()),
                Collections.nCopies(count, BucketTrim.NONE),
                reason);
    }

    private static RoutingMatrix anywhere(int models) {
        double[][] rows = new double[models][models];
        for (double[] row : rows) {
            Arrays.fill(row, 1.0 / models);
        }
        return RoutingMatrix.of(rows);
    }

    public GroupPlan withDevice(DeviceMode mode) {
        return new GroupPlan(settings, models, loaded, routing, mode, guardNanos, trims, reason);
    }

    public GroupPlan withGuard(Duration guard) {
        return new GroupPlan(
                settings,
                models,
                loaded,
                routing,
                device,
                Collections.nCopies(models.size(), guard.toNanos()),
                trims,
                reason);
    }

    /** Other settings for the same models. A longest wait that they set holds even where the guard is shorter. */
    public GroupPlan withSettings(BatchingSettings other, String why) {
        List<Long> guards = new ArrayList<>(guardNanos);
        if (other instanceof BatchingSettings.MinimumBatch minimum) {
            for (int model = 0; model < guards.size(); model++) {
                guards.set(model, Math.max(guards.get(model), minimum.leastGuardNanos(model)));
            }
        }
        return new GroupPlan(other, models, loaded, routing, device, guards, trims, why);
    }

    /** @throws IllegalArgumentException if the parts do not fit each other */
    StartRule rule() {
        return StartRule.of(
                settings,
                models,
                routing,
                device,
                guardNanos.stream().mapToLong(Long::longValue).toArray());
    }
}
