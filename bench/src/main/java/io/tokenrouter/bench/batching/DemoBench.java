package io.tokenrouter.bench.batching;

import io.tokenrouter.bench.demo.DemoModel;
import io.tokenrouter.demo.DemoTask;
import io.tokenrouter.engine.api.PolicySpec;
import io.tokenrouter.engine.executor.cpu.CpuDevice;
import io.tokenrouter.engine.routing.RoutingAlgorithms;
import io.tokenrouter.engine.runtime.EngineOptions;
import io.tokenrouter.engine.runtime.Optimisation;
import io.tokenrouter.engine.runtime.RoutingEngine;
import io.tokenrouter.engine.runtime.SelfTuning;
import io.tokenrouter.engine.throughput.BatchingSettings;
import io.tokenrouter.engine.tuning.TuningOptions;
import io.tokenrouter.engine.tuning.TuningStatus;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * The demo pair on the processor, whose models take turns. The engine tunes itself as a server does: settings and predictions are
 * its own, from what it measured.
 */
final class DemoBench implements AutoCloseable {

    /** For each number of requests, with what passes in between. */
    static final double WINDOWS = 5.5;

    private static final double WINDOWS_TO_TUNE = 2;
    private static final double WINDOWS_TO_SETTLE = 0.25;
    private static final String SMALL = "demo-small";
    private static final String LARGE = "demo-large";
    private static final String PAIR = "demo";
    private static final int POSITIONS = 256;
    private static final int PROBLEMS = 256;

    private final double seconds;
    private final int mostRequests;
    private final CpuDevice device = new CpuDevice(Runtime.getRuntime().availableProcessors());
    private final DemoModel small;
    private final DemoModel large;
    private final List<int[]> prompts;
    private final RoutingEngine engine;
    private final SelfTuning tuning;

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
                        .withTuning(TuningOptions.DEFAULTS, adoption -> {}),
                RoutingAlgorithms.load());
        int positions = mostRequests * POSITIONS;
        engine.addModel(
                SMALL, small.executor(device, positions), small.tokenizer().vocabulary());
        engine.addModel(
                LARGE, large.executor(device, positions), large.tokenizer().vocabulary());
        engine.addPair(PAIR, SMALL, LARGE, new PolicySpec("uncertainty", Map.of("enter", threshold)));
        tuning = engine.tuning().orElseThrow();
    }

    /** Runs until the JVM's compiler is done. */
    void warmUp(double warmUpSeconds) throws InterruptedException {
        try (ClosedLoop clients = clients(mostRequests)) {
            clients.pass(warmUpSeconds);
        }
    }

    /** What was measured, and the large model's share of the tokens. */
    record Measured(Outcome outcome, double largeShare) {}

    /**
     * As the engine tunes itself, between two measurements of greedy batching, whose mean counts: what else the machine does may
     * change meanwhile. Lockstep is greedy here: the models take turns, and the large one goes first.
     */
    Measured measure(int requests) throws InterruptedException {
        try (ClosedLoop clients = clients(requests)) {
            double before = greedy(clients).tokensPerSecond();
            tuning.unpin(SMALL);
            clients.pass(WINDOWS_TO_TUNE * seconds);
            ClosedLoop.Rate tuned = clients.measure(seconds);
            TuningStatus status = status();
            double after = greedy(clients).tokensPerSecond();
            Outcome.Pair greedy = new Outcome.Pair(status().predictedTokensPerSecond(), (before + after) / 2);
            Outcome.Pair pair = new Outcome.Pair(status.predictedTokensPerSecond(), tuned.tokensPerSecond());
            return new Measured(new Outcome(status.schedule().inWords(), pair, greedy, greedy), tuned.largeShare());
        }
    }

    private ClosedLoop.Rate greedy(ClosedLoop clients) throws InterruptedException {
        tuning.pin(SMALL, new BatchingSettings.Greedy());
        clients.pass(WINDOWS_TO_SETTLE * seconds);
        return clients.measure(seconds);
    }

    private TuningStatus status() {
        return tuning.status(SMALL).orElseThrow();
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
