package io.tokenrouter.engine.throughput;

import java.util.ArrayList;
import java.util.List;

/**
 * Predicts what a workload does under given settings, and finds the best ones. Any number of requests and models; a choice for a
 * thousand requests takes about a tenth of a second of one core. The same question gets the same answer: the randomness is fixed.
 * Immutable and without state, so safe from any thread.
 */
public final class ThroughputModel {

    /**
     * Steps with less noise than this are simulated with it: a pair of exactly periodic models locks into one of several rhythms, which
     * no real pair keeps.
     */
    public static final double LEAST_NOISE = 0.02;

    /** A request waits at most as many of the longest steps at an idle model. */
    private static final double GUARD_STEPS = 2;

    private static final int DEFAULT_STEPS = 20_000;
    private static final int DEFAULT_RUNS = 2;

    private final int steps;
    private final int runs;

    /** Empty for the usual ones. */
    private final long[] guards;

    /** What decisions are taken on; empty where that is what steps take. */
    private final List<ModelProfile> known;

    /** With 20,000 steps in each of two runs: a standard deviation of 0.1 to 0.5 percent. */
    public ThroughputModel() {
        this(DEFAULT_STEPS, DEFAULT_RUNS);
    }

    /**
     * @param steps of each simulated run, at least 100
     * @param runs from different seeds, at least 1
     */
    public ThroughputModel(int steps, int runs) {
        this(steps, runs, new long[0], List.of());
    }

    private ThroughputModel(int steps, int runs, long[] guards, List<ModelProfile> known) {
        if (steps < 100 || runs < 1) {
            throw new IllegalArgumentException("at least 100 steps and 1 run, not " + steps + " and " + runs);
        }
        this.steps = steps;
        this.runs = runs;
        this.guards = guards;
        this.known = known;
    }

    /**
     * The same with decisions that are taken on other profiles than those by which steps last: a runtime that decides does so on what it
     * expects of a single step, whatever the work is that its steps bear in the mean.
     *
     * @param profiles one for each model of the workloads
     */
    public ThroughputModel withDecisionsOn(List<ModelProfile> profiles) {
        return new ThroughputModel(steps, runs, guards, List.copyOf(profiles));
    }

    /**
     * The same with other guards than {@link #guardNanos}.
     *
     * @param nanos one for each model of the workloads, above 0
     */
    public ThroughputModel withGuards(List<Long> nanos) {
        return new ThroughputModel(
                steps, runs, nanos.stream().mapToLong(Long::longValue).toArray(), known);
    }

    /** How long a request may wait at an idle model at most: for each model the same, twice the longest step of any. */
    public static long[] guardNanos(List<ModelProfile> models) {
        double longest = models.stream()
                .mapToDouble(m -> m.stepTime().nanos(m.maxBatch()))
                .max()
                .orElse(1);
        return models.stream()
                .mapToLong(m -> Math.round(GUARD_STEPS * longest) + 1)
                .toArray();
    }

    /**
     * What a workload does under given settings.
     *
     * @throws IllegalArgumentException if they do not fit each other
     */
    public Prediction predict(Workload workload, BatchingChoice choice) {
        return evaluate(workload, choice).prediction();
    }

    /** The best settings for a workload; on a device on which steps may overlap also whether they should. */
    public Advice advise(Workload workload, Goal goal) {
        return new SettingsSearch(this, workload, goal).search();
    }

    /** Tokens per second if all requests move together: a step of the small model, then the large one's until all are back. */
    public double lockstep(Workload workload) {
        if (workload.models().size() == 2
                && workload.models().stream().allMatch(m -> m.maxBatch() >= workload.requests())) {
            return Lockstep.tokensPerSecond(workload);
        }
        Workload turns = workload.withDevice(new DeviceMode.OneStepAtATime());
        return predict(turns, BatchingChoice.of(new BatchingSettings.Greedy(), turns))
                .tokensPerSecond();
    }

    /** Tokens per second if one request is served after the other, each alone. */
    public double oneAtATime(Workload workload) {
        return Lockstep.oneAtATime(workload);
    }

    private long[] guards(Workload workload) {
        return guards.length == 0 ? guardNanos(decidedOn(workload)) : guards;
    }

    /** What decisions about a workload are taken on, one for each of its models. */
    List<ModelProfile> decidedOn(Workload workload) {
        return known.isEmpty() ? workload.models() : known;
    }

    Advice.Candidate evaluate(Workload workload, BatchingChoice choice) {
        RoutingSampler sampler = new RoutingSampler(workload.routing(), workload.requests());
        return evaluate(workload, choice, sampler, 0);
    }

    /**
     * Gives up where it is clear that settings are not the best ones: they are as good as the worst of their runs.
     *
     * @param sampler for workloads of this matrix and no more requests; not used by others meanwhile
     * @param tokensPerSecond that others are sure to reach; with fewer in any run no further run is made
     */
    Advice.Candidate evaluate(
            Workload workload, BatchingChoice choice, RoutingSampler sampler, double tokensPerSecond) {
        Workload noisy =
                new Workload(workload.requests(), noisy(workload.models()), workload.routing(), choice.device());
        StartRule rule = StartRule.of(
                choice.settings(), noisy(decidedOn(workload)), workload.routing(), choice.device(), guards(workload));
        List<Prediction> predictions = new ArrayList<>();
        double worst = Double.POSITIVE_INFINITY;
        for (int seed = 0; seed < runs && worst >= tokensPerSecond; seed++) {
            Prediction run = new Simulation(noisy, rule, choice.trims(), sampler, seed).run(steps);
            predictions.add(run);
            worst = Math.min(worst, run.tokensPerSecond());
        }
        return new Advice.Candidate(choice, Prediction.mean(predictions), worst);
    }

    private static List<ModelProfile> noisy(List<ModelProfile> models) {
        return models.stream()
                .map(m -> m.withNoise(Math.max(m.noise(), LEAST_NOISE)))
                .toList();
    }
}
