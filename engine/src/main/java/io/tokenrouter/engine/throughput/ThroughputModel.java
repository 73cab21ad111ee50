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

    /** With 20,000 steps in each of two runs: a standard deviation of 0.1 to 0.5 percent. */
    public ThroughputModel() {
        this(DEFAULT_STEPS, DEFAULT_RUNS);
    }

    /**
     * @param steps of each simulated run, at least 100
     * @param runs from different seeds, at least 1
     */
    public ThroughputModel(int steps, int runs) {
        this(steps, runs, new long[0]);
    }

    private ThroughputModel(int steps, int runs, long[] guards) {
        if (steps < 100 || runs < 1) {
            throw new IllegalArgumentException("at least 100 steps and 1 run, not " + steps + " and " + runs);
        }
        this.steps = steps;
        this.runs = runs;
        this.guards = guards;
    }

    /**
     * The same with other guards than {@link #guardNanos}.
     *
     * @param nanos one for each model of the workloads, above 0
     */
    public ThroughputModel withGuards(List<Long> nanos) {
        return new ThroughputModel(
                steps, runs, nanos.stream().mapToLong(Long::longValue).toArray());
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
        return guards.length == 0 ? guardNanos(workload.models()) : guards;
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
        List<ModelProfile> models = workload.models().stream()
                .map(m -> m.withNoise(Math.max(m.noise(), LEAST_NOISE)))
                .toList();
        Workload noisy = new Workload(workload.requests(), models, workload.routing(), choice.device());
        StartRule rule = StartRule.of(choice.settings(), models, workload.routing(), choice.device(), guards(workload));
        List<Prediction> predictions = new ArrayList<>();
        double worst = Double.POSITIVE_INFINITY;
        for (int seed = 0; seed < runs && worst >= tokensPerSecond; seed++) {
            Prediction run = new Simulation(noisy, rule, choice.trims(), sampler, seed).run(steps);
            predictions.add(run);
            worst = Math.min(worst, run.tokensPerSecond());
        }
        return new Advice.Candidate(choice, Prediction.mean(predictions), worst);
    }
}
