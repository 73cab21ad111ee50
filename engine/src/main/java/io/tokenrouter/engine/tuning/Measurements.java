package io.tokenrouter.engine.tuning;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** All that is measured of a group of models, from what their feeds hold. Used by one thread. */
final class Measurements {

    /** A step is looked at for overlaps when those that ran beside it have ended. */
    private static final long SETTLED_NANOS = 1_000_000_000;

    private static final int MOST_UNSETTLED = 1024;

    /** Models with a smaller share of the visits have no part in the traffic. */
    private static final double NOTICEABLE = 0.005;

    private record Unsettled(int model, StepSample step) {}

    private final List<ModelMeter> meters;
    private final List<StepFeed> feeds;
    private final RoutingShares shares;
    private final OverlapFactor overlap = new OverlapFactor();
    private final StepIntervals intervals;
    private final Deque<Unsettled> unsettled = new ArrayDeque<>();
    private final TrafficMeter traffic = new TrafficMeter();
    private final double[] recentVisits;
    private boolean started;
    private long lastNanos;

    Measurements(List<TunedModel> models) {
        meters = models.stream().map(ModelMeter::new).toList();
        feeds = models.stream().map(model -> new StepFeed(models.size())).toList();
        shares = new RoutingShares(models.size());
        intervals = new StepIntervals(models.size());
        recentVisits = new double[models.size()];
    }

    StepFeed feed(int model) {
        return feeds.get(model);
    }

    TrafficMeter traffic() {
        return traffic;
    }

    void probed(int model, StepTimeProbe probe) {
        meters.get(model).probed(probe);
    }

    /** Takes what came since the last call. */
    void collect(long nowNanos, Load load) {
        double kept = started ? Math.exp(-(nowNanos - lastNanos) / SteadyRate.MEMORY_NANOS) : 1;
        started = true;
        lastNanos = nowNanos;
        long visits = 0;
        for (int model = 0; model < feeds.size(); model++) {
            int from = model;
            long[] routed = feeds.get(model).takeRouted();
            shares.add(model, routed);
            long here = Arrays.stream(routed).sum();
            visits += here;
            recentVisits[model] = recentVisits[model] * kept + here;
            feeds.get(model).drain(step -> take(from, step));
        }
        settle(nowNanos);
        traffic.add(nowNanos, load.activeRequests(), visits, load.committedTokens());
    }

    private void take(int model, StepSample step) {
        intervals.add(model, step);
        if (!step.overlapped()) {
            meters.get(model).ranAlone(step);
            return;
        }
        meters.get(model).ranBeside(step);
        if (unsettled.size() < MOST_UNSETTLED) {
            unsettled.add(new Unsettled(model, step));
        }
    }

    private void settle(long nowNanos) {
        while (!unsettled.isEmpty() && nowNanos - unsettled.getFirst().step().endNanos() > SETTLED_NANOS) {
            settle(unsettled.removeFirst());
        }
    }

    private void settle(Unsettled one) {
        StepSample step = one.step();
        ModelMeter meter = meters.get(one.model());
        StepTimeEstimate alone = meter.estimate();
        double beside = intervals.besideNanos(one.model(), step);
        if (alone != null && !step.prefill()) {
            overlap.observe(alone.nanos(step.rows(), step.extraTokens()), step.nanos(), beside);
        }
        meter.count(step, step.nanos() - beside + beside / overlap.sigma());
    }

    /** Fewest steps that any model with a part in the traffic has run. */
    long steps() {
        return Arrays.stream(members())
                .mapToLong(member -> meters.get(member).steps())
                .min()
                .orElse(0);
    }

    /** What a model's steps take; null before it has run any. */
    @Nullable
    StepTimeEstimate estimate(int model) {
        return meters.get(model).estimate();
    }

    /** What the present requests make of a model's steps. */
    StepLoad load(int model) {
        return meters.get(model).load();
    }

    /** Of steps that overlap, at least 1. */
    double slowdown() {
        return overlap.sigma();
    }

    RoutingShares shares() {
        return shares;
    }

    /** Models with a part in the traffic of the last seconds. */
    int[] members() {
        double all = Arrays.stream(recentVisits).sum();
        List<Integer> members = new ArrayList<>();
        for (int model = 0; model < recentVisits.length; model++) {
            if (recentVisits[model] >= 1 && recentVisits[model] > NOTICEABLE * all) {
                members.add(model);
            }
        }
        return members.stream().mapToInt(Integer::intValue).toArray();
    }

    /** Empty as long as there is no traffic, or steps of some model have not been timed yet. */
    Optional<Conditions> conditions() {
        int[] members = members();
        int count = members.length;
        List<StepTimeEstimate> steps = new ArrayList<>();
        List<StepLoad> loads = new ArrayList<>();
        double[][] part = new double[count][count];
        double[][] errors = new double[count][count];
        for (int i = 0; i < count; i++) {
            StepTimeEstimate estimate = estimate(members[i]);
            if (estimate == null) {
                return Optional.empty();
            }
            steps.add(estimate);
            loads.add(load(members[i]));
            double sum = 0;
            for (int j = 0; j < count; j++) {
                part[i][j] = shares.share(members[i], members[j]);
                errors[i][j] = shares.standardError(members[i], members[j]);
                sum += part[i][j];
            }
            for (int j = 0; j < count; j++) {
                part[i][j] /= sum;
            }
        }
        return count == 0
                ? Optional.empty()
                : Optional.of(new Conditions(
                        Math.max(1, traffic.requests()),
                        members,
                        steps,
                        loads,
                        part,
                        errors,
                        traffic.keptShare(),
                        slowdown()));
    }
}
