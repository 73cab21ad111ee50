package io.tokenrouter.engine.tuning;

import io.tokenrouter.engine.throughput.BatchingSettings;
import io.tokenrouter.engine.throughput.BucketTrim;
import io.tokenrouter.engine.throughput.DeviceMode;
import io.tokenrouter.engine.throughput.GroupState;
import io.tokenrouter.engine.throughput.ModelProfile;
import io.tokenrouter.engine.throughput.RoutingMatrix;
import io.tokenrouter.engine.throughput.StartRule;
import io.tokenrouter.engine.throughput.StepTimeCurve;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import java.util.function.DoubleUnaryOperator;

/**
 * A small and a large model whose steps pass in no time at all: request by request, with true step times and a routing share and a
 * number of requests that change as a scenario says. Follows the plans it is given, and tells a tuner what happens as an engine would.
 */
final class SimulatedGroup implements GroupState, Load {

    private static final long TICK_NANOS = 100_000_000;

    /** What is true, by seconds since the start. */
    record Scenario(
            DoubleUnaryOperator toLarge, DoubleUnaryOperator requests, double noise, SimulatedRequest.Shape shape) {

        /** Requests that write for ever and have no prompts. */
        Scenario(DoubleUnaryOperator toLarge, DoubleUnaryOperator requests, double noise) {
            this(toLarge, requests, noise, SimulatedRequest.Shape.ENDLESS);
        }
    }

    private static final class Model {
        final StepTimeCurve curve;
        final Deque<SimulatedRequest> queue = new ArrayDeque<>();
        final List<SimulatedRequest> step = new ArrayList<>();
        int ids;
        int promptIds;
        long startedNanos;
        long endNanos;
        long predictedNanos;
        long idleNanos;
        long nonEmptyNanos;

        Model(StepTimeCurve curve) {
            this.curve = curve;
        }
    }

    private final List<Model> models = new ArrayList<>();
    private final Scenario scenario;
    private final Random random;
    private TunedPlan plan;
    private StartRule rule;
    private long now;
    private int active;
    private long tokens;
    private int switches;
    private double reported = 1;

    SimulatedGroup(List<StepTimeCurve> curves, Scenario scenario, long seed) {
        curves.forEach(curve -> models.add(new Model(curve)));
        this.scenario = scenario;
        this.random = new Random(seed);
    }

    /** What a group does before its tuner has said anything. */
    void beginGreedily(DeviceSharing sharing) {
        List<ModelProfile> profiles = models.stream()
                .map(model -> ModelProfile.of(StepTimeCurve.of(1, rows -> 1)).withMaxBatch(model.curve.maxBatch()))
                .toList();
        boolean takesTurns = sharing == DeviceSharing.ONE_STEP_AT_A_TIME;
        follow(new TunedPlan(
                new Schedule(new BatchingSettings.Greedy(), takesTurns, false),
                profiles,
                profiles,
                RoutingMatrix.pair(0.5, 1),
                takesTurns ? new DeviceMode.OneStepAtATime() : new DeviceMode.Separate(),
                List.of(Guards.FIRST_NANOS, Guards.FIRST_NANOS),
                List.of(BucketTrim.NONE, BucketTrim.NONE),
                ""));
    }

    void follow(TunedPlan next) {
        switches += plan != null && !next.schedule().equals(plan.schedule()) ? 1 : 0;
        plan = next;
        rule = StartRule.of(
                next.schedule().settings(),
                next.models(),
                next.routing(),
                next.device(),
                next.guardNanos().stream().mapToLong(Long::longValue).toArray());
    }

    /** The tuner hears of this share of a step's time only, as where a busy machine takes the rest between steps. */
    void reportShareOfStepTimes(double share) {
        reported = share;
    }

    /** Runs up to a time; {@code everyTick} is called ten times a second, {@code tuner} hears of steps unless it is null. */
    void run(double untilSeconds, GroupTuner tuner, Runnable everyTick) {
        long end = (long) (untilSeconds * 1e9);
        long nextTick = now;
        while (now < end) {
            if (now >= nextTick) {
                arrive();
                everyTick.run();
                nextTick += TICK_NANOS;
            }
            for (int m = rule.next(this); m != StartRule.NONE; m = rule.next(this)) {
                start(m);
            }
            long next = Math.min(nextTick, end);
            for (Model model : models) {
                next = !model.step.isEmpty() ? Math.min(next, model.endNanos) : next;
            }
            long timer = rule.nanosToNextDecision(this);
            now = timer == StartRule.NEVER ? next : Math.min(next, now + timer);
            for (int m = 0; m < models.size(); m++) {
                if (!models.get(m).step.isEmpty() && models.get(m).endNanos <= now) {
                    complete(m, tuner);
                }
            }
        }
    }

    long now() {
        return now;
    }

    double seconds() {
        return now / 1e9;
    }

    /** Rows of all steps so far. */
    long tokens() {
        return tokens;
    }

    int switches() {
        return switches;
    }

    private void arrive() {
        int wanted = (int) scenario.requests().applyAsDouble(seconds());
        while (active < wanted) {
            enter(0, new SimulatedRequest(scenario.shape()));
            active++;
        }
    }

    private void enter(int m, SimulatedRequest request) {
        Model model = models.get(m);
        if (model.queue.isEmpty()) {
            model.nonEmptyNanos = now;
        }
        request.sinceNanos = now;
        model.queue.add(request);
    }

    private void start(int m) {
        Model model = models.get(m);
        int rows = Math.min(model.queue.size(), model.curve.maxBatch());
        model.ids = 0;
        model.promptIds = 0;
        for (int row = 0; row < rows; row++) {
            SimulatedRequest request = model.queue.remove();
            model.promptIds += request.promptIds(m);
            model.ids += request.run(m);
            model.step.add(request);
        }
        model.startedNanos = now;
        model.predictedNanos = Math.round(plan.models().get(m).stepTime().nanos(rows));
        double sd = Math.sqrt(Math.log1p(scenario.noise() * scenario.noise()));
        double noise = Math.exp(sd * random.nextGaussian() - sd * sd / 2);
        double nanos = model.curve.nanos(rows) + scenario.shape().nanosPerId().get(m) * (model.ids - rows);
        model.endNanos = now + Math.max(1, Math.round(nanos * noise));
    }

    private void complete(int m, GroupTuner tuner) {
        Model model = models.get(m);
        List<SimulatedRequest> answered = List.copyOf(model.step);
        model.step.clear();
        model.idleNanos = now;
        tokens += answered.size();
        int wanted = (int) scenario.requests().applyAsDouble(seconds());
        for (SimulatedRequest request : answered) {
            boolean goesOn = request.wrote();
            boolean toLarge = m == 0 && random.nextDouble() < scenario.toLarge().applyAsDouble(seconds());
            int to = goesOn && toLarge ? 1 : 0;
            if (tuner != null) {
                tuner.routed(m, to);
            }
            if (active > wanted) {
                active--;
            } else {
                enter(to, goesOn ? request : new SimulatedRequest(scenario.shape()));
            }
        }
        if (tuner != null) {
            int rows = answered.size();
            long nanos = Math.round(reported * (now - model.startedNanos));
            tuner.stepEnded(m, new StepSample(rows, rows, model.ids - rows, model.promptIds > 0, false, now, nanos));
        }
    }

    @Override
    public int activeRequests() {
        return active;
    }

    @Override
    public long committedTokens() {
        return tokens;
    }

    @Override
    public int waiting(int model) {
        return models.get(model).queue.size();
    }

    @Override
    public int inStep(int model) {
        return models.get(model).step.size();
    }

    @Override
    public int elsewhere(int model) {
        return active - waiting(model);
    }

    @Override
    public long elapsedNanos(int model) {
        return now - models.get(model).startedNanos;
    }

    @Override
    public long predictedNanos(int model) {
        return models.get(model).predictedNanos;
    }

    @Override
    public long heldNanos(int model) {
        return now - Math.max(models.get(model).idleNanos, models.get(model).nonEmptyNanos);
    }

    @Override
    public long oldestWaitNanos(int model) {
        return now - models.get(model).queue.getFirst().sinceNanos;
    }

    @Override
    public double expectedArrivals(int from, int to) {
        return inStep(from) * plan.routing().probability(from, to);
    }
}
