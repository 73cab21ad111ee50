package io.tokenrouter.bench.batching;

import io.tokenrouter.bench.demo.DemoModel;
import io.tokenrouter.bench.report.AlternatingRounds;
import io.tokenrouter.demo.DemoTask;
import io.tokenrouter.engine.api.PolicySpec;
import io.tokenrouter.engine.executor.cpu.CpuDevice;
import io.tokenrouter.engine.routing.RoutingAlgorithms;
import io.tokenrouter.engine.runtime.EngineOptions;
import io.tokenrouter.engine.runtime.Optimisation;
import io.tokenrouter.engine.runtime.RoutingEngine;
import io.tokenrouter.engine.throughput.Advice;
import io.tokenrouter.engine.throughput.BatchingChoice;
import io.tokenrouter.engine.throughput.DeviceMode;
import io.tokenrouter.engine.throughput.Goal;
import io.tokenrouter.engine.throughput.ModelProfile;
import io.tokenrouter.engine.throughput.RoutingMatrix;
import io.tokenrouter.engine.throughput.ThroughputModel;
import io.tokenrouter.engine.throughput.Workload;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.DoubleSupplier;
import java.util.stream.IntStream;

/**
 * The demo pair on the processor, whose models take turns. Step times and shares are measured while it runs greedily with every
 * number of requests; from them the best settings and what to expect of them.
 */
final class DemoBench implements AutoCloseable {

    private static final String SMALL = "demo-small";
    private static final String LARGE = "demo-large";
    private static final String PAIR = "demo";
    /** For each number of requests: steps and shares, and two rounds of two. */
    static final int WINDOWS = 5;

    /** Seconds in which even a cold start has steps of both models. */
    private static final double LEAST_CALIBRATION = 2;

    private static final int POSITIONS = 256;
    private static final int PROBLEMS = 256;

    private final double seconds;
    private final int mostRequests;
    private final ThroughputModel model = new ThroughputModel();
    private final CpuDevice device = new CpuDevice(Runtime.getRuntime().availableProcessors());
    private final DemoModel small;
    private final DemoModel large;
    private final List<int[]> prompts;
    private final MeasuredSteps smallSteps = new MeasuredSteps(Curve.MAX_ROWS);
    private final MeasuredSteps largeSteps = new MeasuredSteps(Curve.MAX_ROWS);
    private final RoutingEngine engine;
    private final Map<Integer, Double> shares = new TreeMap<>();

    /**
     * @param threshold entropy in nats at which the large model writes
     * @param seconds for which tokens are counted
     */
    DemoBench(Path home, double threshold, int mostRequests, double seconds) throws IOException {
        this.mostRequests = mostRequests;
        this.seconds = seconds;
        small = DemoModel.open(home, "small");
        large = DemoModel.open(home, "large");
        prompts = DemoTask.testProblems(PROBLEMS).stream()
                .map(problem -> small.prompt(problem.prompt()))
                .toList();
        // Shared prefixes would let a measurement profit from the same prompts in the one before.
        engine = new RoutingEngine(
                EngineOptions.DEFAULTS
                        .withLimits(mostRequests, mostRequests)
                        .without(Optimisation.SHARED_PREFIXES)
                        .withSteps(MeasuredSteps.listener(SMALL, smallSteps, largeSteps)),
                RoutingAlgorithms.load());
        int positions = mostRequests * POSITIONS;
        engine.addModel(
                SMALL, small.executor(device, positions), small.tokenizer().vocabulary());
        engine.addModel(
                LARGE, large.executor(device, positions), large.tokenizer().vocabulary());
        engine.addPair(PAIR, SMALL, LARGE, new PolicySpec("uncertainty", Map.of("enter", threshold)));
    }

    /** Runs greedily: first until the JVM's compiler is done, then to measure steps and shares with each number of requests. */
    void calibrate(List<Integer> requests, double warmUpSeconds) throws InterruptedException {
        try (ClosedLoop clients = clients(mostRequests)) {
            clients.pass(warmUpSeconds);
        }
        smallSteps.forget();
        largeSteps.forget();
        for (int count : requests) {
            try (ClosedLoop clients = clients(count)) {
                shares.put(
                        count,
                        clients.measure(Math.max(LEAST_CALIBRATION, seconds)).largeShare());
            }
        }
    }

    /** Share of the tokens that the large model wrote with so many requests. */
    double share(int requests) {
        return shares.getOrDefault(requests, Double.NaN);
    }

    /** The best settings, greedy and lockstep, which is greedy here: the models take turns, and the large one goes first. */
    Outcome measure(int requests) {
        double share = share(requests);
        List<ModelProfile> models = List.of(profile(smallSteps), profile(largeSteps));
        Workload workload =
                new Workload(requests, models, RoutingMatrix.pair(share, 1), new DeviceMode.OneStepAtATime());
        BatchingChoice greedy = Plans.greedy(workload);
        Advice advice = model.advise(workload, Goal.THROUGHPUT);
        boolean same = advice.choice().equals(greedy);
        try (ClosedLoop clients = clients(requests)) {
            DoubleSupplier one = () -> rate(clients, greedy, models, workload);
            DoubleSupplier other = () -> rate(clients, advice.choice(), models, workload);
            AlternatingRounds rounds = same ? AlternatingRounds.run(2, one) : AlternatingRounds.run(2, one, other);
            Outcome.Pair greedyPair =
                    new Outcome.Pair(advice.greedy().tokensPerSecond() / (1 + share), rounds.median(0));
            Outcome.Pair tuned = same
                    ? greedyPair
                    : new Outcome.Pair(advice.prediction().tokensPerSecond() / (1 + share), rounds.median(1));
            return new Outcome(Plans.inWords(advice.choice(), workload), tuned, greedyPair, greedyPair);
        }
    }

    private double rate(ClosedLoop clients, BatchingChoice choice, List<ModelProfile> models, Workload workload) {
        engine.scheduler()
                .apply(engine.scheduler().groups().getFirst().shape(), Plans.of(choice, models, workload, "benchmark"));
        try {
            clients.pass(seconds / 8);
            return clients.measure(seconds).tokensPerSecond();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }

    private ModelProfile profile(MeasuredSteps steps) {
        return ModelProfile.of(steps.curve()).withMaxBatch(mostRequests);
    }

    private ClosedLoop clients(int count) {
        return new ClosedLoop(
                engine,
                LARGE,
                IntStream.range(0, count)
                        .mapToObj(number -> new ProblemClient(PAIR, prompts, number))
                        .toList());
    }

    @Override
    public void close() {
        engine.close();
        small.close();
        large.close();
        device.close();
    }
}
