package io.tokenrouter.engine.tuning;

import io.tokenrouter.engine.throughput.Prediction;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/**
 * Tunes one group of models: measures, asks the throughput model now and then, and changes the schedule when a change promises
 * enough several times in a row.
 *
 * <p>Steps and visits are reported by the models' threads, each model's by one thread at a time, at the cost of a few writes;
 * {@link #tick} belongs to one background thread; everything else is safe from any thread.
 */
public final class GroupTuner {

    private static final int KEPT_ADOPTIONS = 64;

    private final List<TunedModel> models;
    private final TuningOptions options;
    private final Load load;
    private final TuningListener listener;
    private final InstantSource wallClock;
    private final Measurements measured;
    private final Solver solver;
    private final Drift drift;
    private final PlanMaker plans;
    private final Hysteresis hysteresis;
    private final Trust trust = new Trust();
    private final SolveTimer timer;
    private final Queue<Runnable> errands = new ConcurrentLinkedQueue<>();
    private final Deque<Adoption> adoptions = new ArrayDeque<>();

    private Schedule schedule;
    private boolean pinned;
    private String reason = "not measured yet";
    private @Nullable Conditions solved;
    private @Nullable Adoption untold;
    private @Nullable Prediction present;
    private volatile TuningStatus status;

    /**
     * A tuner of a group that begins greedily.
     *
     * @param models the small model of a pair before the large one
     * @param wallClock for the record of changes
     */
    public GroupTuner(
            List<TunedModel> models,
            DeviceSharing sharing,
            TuningOptions options,
            Load load,
            TuningListener listener,
            InstantSource wallClock) {
        this.models = List.copyOf(models);
        this.options = options;
        this.load = load;
        this.listener = listener;
        this.wallClock = wallClock;
        this.measured = new Measurements(this.models);
        this.solver = new Solver(
                sharing, models.stream().anyMatch(model -> !model.stepSizes().isEmpty()), options);
        this.drift = new Drift(this.models);
        this.plans = new PlanMaker(this.models);
        this.hysteresis = new Hysteresis(options);
        this.timer = new SolveTimer(options);
        this.schedule = solver.greedy();
        this.status = describe();
    }

    /**
     * A model ended a step. A few writes, no lock.
     *
     * @param model number in the group
     */
    public void stepEnded(int model, StepSample step) {
        measured.feed(model).step(step);
    }

    /**
     * After a visit of one model a request goes to another one, or stays; at its end it counts as going to where it began. By the
     * thread of {@code from}.
     */
    public void routed(int from, int to) {
        measured.feed(from).routed(to);
    }

    /** What a model's micro-benchmark found. */
    public void probed(int model, StepTimeProbe probe) {
        errands.add(() -> measured.probed(model, probe));
    }

    /**
     * Sets the schedule until {@link #unpin}. It is predicted and measured, but not changed.
     *
     * @throws IllegalArgumentException if it does not fit the group
     */
    public void pin(Schedule chosen) {
        solver.check(chosen, models);
        errands.add(() -> {
            pinned = true;
            follow(chosen, "set by an operator");
            lookAgain();
            publish();
        });
    }

    /** Goes on tuning from the present schedule. */
    public void unpin() {
        errands.add(() -> {
            pinned = false;
            reason = "was set by an operator before";
            lookAgain();
        });
    }

    public TuningStatus status() {
        return status;
    }

    /**
     * Takes what was reported, and looks at the settings if it is time to. To be called about ten times a second.
     *
     * @param nowNanos on the clock of {@link #stepEnded}
     */
    public void tick(long nowNanos) {
        for (Runnable errand = errands.poll(); errand != null; errand = errands.poll()) {
            errand.run();
        }
        measured.collect(nowNanos, load);
        measured.conditions().ifPresent(conditions -> {
            Optional<String> moved = solved == null ? Optional.empty() : drift.between(solved, conditions);
            if (load.activeRequests() > 0 && timer.isDue(nowNanos, moved.isPresent())) {
                solve(nowNanos, conditions, moved);
                timer.solved(nowNanos, moved.isPresent() || hysteresis.isPending() || trust.isInDoubt());
            }
        });
        status = describe();
    }

    private void solve(long nowNanos, Conditions conditions, Optional<String> moved) {
        solved = conditions;
        long steps = measured.steps();
        if (pinned) {
            present = solver.predict(conditions, schedule);
        } else if (steps < options.firstSteps()) {
            reason = "measured " + steps + " of " + options.firstSteps() + " steps";
            present = solver.predict(conditions, schedule);
        } else if (!conditions.isOneWalk()) {
            retreat(conditions, "models that share no requests are busy");
        } else {
            improve(nowNanos, conditions, moved.orElse("measured long enough"));
        }
        listener.planned(
                plans.plan(schedule, measured, solver.device(schedule.serialised(), conditions.slowdown()), reason));
        if (untold != null) {
            listener.adopted(untold);
            untold = null;
        }
    }

    private void improve(long nowNanos, Conditions conditions, String why) {
        Prediction before = solver.predict(conditions, schedule);
        present = before;
        compare(nowNanos, before);
        if (trust.isLost()) {
            startAtOnce(conditions, before);
            return;
        }
        Schedule best = solver.best(conditions);
        Prediction after = best.equals(schedule) ? before : solver.predict(conditions, best);
        double gain = after.tokensPerSecond() / before.tokensPerSecond() - 1;
        if (gain >= options.leastGain() && !trust.permits() && !best.equals(solver.greedy())) {
            reason = "predictions have yet to agree with what is measured";
        } else if (hysteresis.confirms(gain)) {
            present = after;
            change(conditions, best, before, why);
        } else if (!hysteresis.isPending() && schedule.equals(solver.greedy())) {
            reason = String.format(
                    Locale.ROOT,
                    "with %d requests nothing promises %.3g %% more",
                    conditions.activeRequests(),
                    100 * options.leastGain());
        }
    }

    private void compare(long nowNanos, Prediction ofPresent) {
        TrafficMeter traffic = measured.traffic();
        boolean wasLost = trust.isLost();
        trust.compare(nowNanos, ofPresent.tokensPerSecond() * traffic.keptShare(), traffic.steadyTokensPerSecond());
        if (wasLost && !trust.isLost()) {
            reason = "predictions agree with what is measured again";
        }
    }

    private void startAtOnce(Conditions conditions, Prediction before) {
        if (solver.greedy().equals(schedule)) {
            reason = trust.inWords();
            return;
        }
        present = solver.predict(conditions, solver.greedy());
        adopt(conditions, solver.greedy(), before, trust.inWords());
    }

    private void retreat(Conditions conditions, String why) {
        Prediction before = solver.predict(conditions, schedule);
        present = before;
        if (!solver.greedy().equals(schedule)) {
            present = solver.predict(conditions, solver.greedy());
            change(conditions, solver.greedy(), before, why);
        }
        reason = why;
    }

    private void change(Conditions conditions, Schedule to, Prediction before, String why) {
        String sentence = String.format(
                Locale.ROOT,
                "%s; with %d requests %s is expected to bring %.0f tokens/s, %+.1f %% against %s",
                why,
                conditions.activeRequests(),
                to.inWords(),
                Objects.requireNonNull(present).tokensPerSecond(),
                100 * gainOver(before),
                schedule.inWords());
        adopt(conditions, to, before, sentence);
    }

    private void adopt(Conditions conditions, Schedule to, Prediction before, String sentence) {
        Schedule from = schedule;
        follow(to, sentence);
        Adoption adoption = adoption(conditions, from, gainOver(before));
        adoptions.addLast(adoption);
        if (adoptions.size() > KEPT_ADOPTIONS) {
            adoptions.removeFirst();
        }
        untold = adoption;
    }

    private double gainOver(Prediction before) {
        return Objects.requireNonNull(present).tokensPerSecond() / before.tokensPerSecond() - 1;
    }

    private void publish() {
        listener.planned(
                plans.plan(schedule, measured, solver.device(schedule.serialised(), measured.slowdown()), reason));
    }

    private void follow(Schedule next, String sentence) {
        schedule = next;
        reason = sentence;
        measured.traffic().settingsChanged();
    }

    /** What was predicted and confirmed so far was about other settings. */
    private void lookAgain() {
        present = null;
        hysteresis.restart();
        timer.restart();
    }

    private Adoption adoption(Conditions conditions, Schedule from, double gain) {
        return new Adoption(
                wallClock.instant(),
                Arrays.stream(conditions.members())
                        .mapToObj(member -> models.get(member).id())
                        .toList(),
                from,
                schedule,
                reason,
                gain,
                conditions.activeRequests(),
                Arrays.stream(conditions.shares())
                        .map(row -> Arrays.stream(row).boxed().toList())
                        .toList(),
                conditions.steps().stream().map(StepTimeEstimate::curve).toList());
    }

    private TuningStatus describe() {
        TrafficMeter traffic = measured.traffic();
        return new TuningStatus(
                schedule,
                pinned,
                reason,
                traffic.requests(),
                present == null ? Double.NaN : present.tokensPerSecond() * traffic.keptShare(),
                traffic.tokensPerSecond(),
                present == null ? Double.NaN : present.p99GapNanos(),
                List.copyOf(adoptions));
    }
}
