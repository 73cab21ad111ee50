package io.tokenrouter.bench.routing;

import io.tokenrouter.bench.demo.Answers;
import io.tokenrouter.bench.demo.DemoModel;
import io.tokenrouter.bench.demo.EngineLoad;
import io.tokenrouter.bench.demo.Question;
import io.tokenrouter.bench.report.AlternatingRounds;
import io.tokenrouter.bench.report.ReportOptions;
import io.tokenrouter.bench.report.Table;
import io.tokenrouter.bench.routing.RoundRouter.Caches;
import io.tokenrouter.demo.DemoTask;
import io.tokenrouter.engine.api.PolicySpec;
import io.tokenrouter.engine.executor.cpu.CpuDevice;
import io.tokenrouter.engine.routing.RoutingAlgorithms;
import io.tokenrouter.engine.runtime.EngineOptions;
import io.tokenrouter.engine.runtime.Optimisation;
import io.tokenrouter.engine.runtime.RoutingEngine;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code bench routing}. */
@Command(
        name = "routing",
        description =
                "Tokens per second of the demo pair: through the routing engine, with caches kept and given up at every switch,"
                        + " with the context recomputed one request at a time, in lockstep, and by the large model alone.")
public final class RoutingCommand implements Callable<Integer> {

    /** Most positions of a problem and its answer. */
    private static final int POSITIONS = 256;

    private static final double BYTES_PER_KIB = 1024;

    private static final String PAIR = "demo";
    private static final String SMALL = "demo-small";
    private static final String LARGE = "demo-large";

    @Mixin
    private ReportOptions report = new ReportOptions();

    @Option(
            names = "--requests",
            split = ",",
            defaultValue = "1,4,8,16,32",
            description = "Requests at once (${DEFAULT-VALUE}).")
    private List<Integer> requests = List.of();

    @Option(
            names = "--problems",
            defaultValue = "16",
            description = "Fewest problems of one measurement; at n requests it is at least 4 n (${DEFAULT-VALUE}).")
    private int problems;

    @Option(names = "--rounds", defaultValue = "5", description = "Times each way is measured (${DEFAULT-VALUE}).")
    private int rounds;

    @Option(
            names = "--warm-up",
            defaultValue = "10",
            description =
                    "Seconds of routed generation, and as much of the rest, before anything is measured (${DEFAULT-VALUE}).")
    private double warmUpSeconds;

    @Option(
            names = "--threshold",
            defaultValue = "0.17",
            description = "Entropy in nats at which the large model writes (${DEFAULT-VALUE}).")
    private double threshold;

    @Option(names = "--threads", description = "Threads of both models together (all processors).")
    private int threads = Runtime.getRuntime().availableProcessors();

    private final Table table = new Table(
            "requests",
            "routed_tokens_per_s",
            "naive_tokens_per_s",
            "lockstep_tokens_per_s",
            "large_tokens_per_s",
            "routed_to_naive",
            "routed_to_lockstep",
            "routed_to_large",
            "large_share",
            "forgetting_tokens_per_s",
            "routed_to_forgetting",
            "routed_kv_kib",
            "forgetting_kv_kib",
            "saved_per_token",
            "recomputed_per_token");

    @Override
    public Integer call() throws IOException {
        int most = requests.stream().mapToInt(Integer::intValue).max().orElseThrow();
        int positions = most * POSITIONS;
        // Shared prefixes would let a measurement profit from the same prompts in the one before.
        EngineOptions options = EngineOptions.DEFAULTS.without(Optimisation.SHARED_PREFIXES);
        PolicySpec policy = new PolicySpec("uncertainty", Map.of("enter", threshold));
        try (CpuDevice device = new CpuDevice(threads);
                DemoModel small = DemoModel.open(report.home(), "small");
                DemoModel large = DemoModel.open(report.home(), "large");
                RoutingEngine keeping = new RoutingEngine(options, RoutingAlgorithms.load());
                RoutingEngine forgetting =
                        new RoutingEngine(options.without(Optimisation.KEPT_CACHES), RoutingAlgorithms.load())) {
            for (RoutingEngine engine : List.of(keeping, forgetting)) {
                engine.addModel(
                        SMALL,
                        small.executor(device, positions),
                        small.tokenizer().vocabulary());
                engine.addModel(
                        LARGE,
                        large.executor(device, positions),
                        large.tokenizer().vocabulary());
                engine.addPair(PAIR, SMALL, LARGE, policy);
            }
            Map<String, Long> blockBytes = Map.of(SMALL, small.kvBytesPerBlock(), LARGE, large.kvBytesPerBlock());
            Side kept = new Side(keeping, blockBytes);
            Side forgot = new Side(forgetting, blockBytes);
            RoundRouter baselines = new RoundRouter(
                    small.executor(device, positions),
                    large.executor(device, positions),
                    threshold,
                    small.tokenizer().vocabulary().endIds(),
                    DemoTask.MAX_ANSWER_TOKENS,
                    POSITIONS);
            warmUp(kept.load, forgot.load, baselines, prompts(small, most), most);
            for (int clients : requests) {
                measure(kept, forgot, baselines, prompts(small, clients), clients);
            }
        }
        report.finish(report.report("routing")
                .setting("policy", "entropy")
                .setting("threshold", threshold)
                .setting("threads", threads)
                .setting("rounds", rounds)
                .rows(table));
        return 0;
    }

    /** One engine under load. */
    private static final class Side {

        final EngineLoad load;
        private final RoutingEngine engine;
        private final Map<String, Long> blockBytes;

        Side(RoutingEngine engine, Map<String, Long> blockBytes) {
            this.engine = engine;
            this.blockBytes = blockBytes;
            this.load = new EngineLoad(engine, LARGE, DemoTask.MAX_ANSWER_TOKENS);
        }

        CacheMeter meter() {
            return new CacheMeter(engine, blockBytes);
        }
    }

    private List<int[]> prompts(DemoModel tokenizer, int clients) {
        return DemoTask.testProblems(Math.max(problems, 4 * clients)).stream()
                .map(problem -> tokenizer.prompt(problem.prompt()))
                .toList();
    }

    /** Until the compiler of the JVM is done with what all of them run. */
    private void warmUp(
            EngineLoad load, EngineLoad forgetting, RoundRouter baselines, List<int[]> prompts, int clients) {
        for (double left = warmUpSeconds; left > 0; ) {
            left -= load(load, PAIR, prompts, clients).seconds();
            baselines.run(prompts, clients, Caches.KEPT);
            baselines.run(prompts.subList(0, 4), 1, Caches.RECOMPUTED);
            load(load, LARGE, prompts.subList(0, clients), clients);
            load(forgetting, PAIR, prompts.subList(0, clients), clients);
        }
    }

    private void measure(Side kept, Side forgot, RoundRouter baselines, List<int[]> prompts, int clients) {
        EngineLoad load = kept.load;
        List<int[]> few = prompts.subList(0, Math.min(problems, prompts.size()));
        Answers routed = load(load, PAIR, prompts, clients);
        routed.requireSameIds(baselines.run(prompts, clients, Caches.KEPT));
        routed.requireSameIds(baselines.run(few, 1, Caches.RECOMPUTED));
        routed.requireSameIds(load(forgot.load, PAIR, prompts, clients));
        load(load, LARGE, few, clients);
        CacheMeter keeping = kept.meter();
        CacheMeter forgetting = forgot.meter();
        AlternatingRounds result = AlternatingRounds.run(
                rounds,
                () -> keeping.during(() -> load(load, PAIR, prompts, clients)).tokensPerSecond(),
                () -> baselines.run(few, 1, Caches.RECOMPUTED).tokensPerSecond(),
                () -> baselines.run(prompts, clients, Caches.KEPT).tokensPerSecond(),
                () -> load(load, LARGE, prompts, clients).tokensPerSecond(),
                () -> forgetting
                        .during(() -> load(forgot.load, PAIR, prompts, clients))
                        .tokensPerSecond());
        double tokens = (double) rounds * routed.tokens();
        table.add(
                clients,
                result.median(0),
                result.median(1),
                result.median(2),
                result.median(3),
                result.medianRatio(0, 1),
                result.medianRatio(0, 2),
                result.medianRatio(0, 3),
                routed.largeShare(),
                result.median(4),
                result.medianRatio(0, 4),
                keeping.meanBytes() / BYTES_PER_KIB,
                forgetting.meanBytes() / BYTES_PER_KIB,
                keeping.saved() / tokens,
                forgetting.recomputed() / tokens);
        report.progress(
                "%d requests: routed %.0f tokens/s, forgetting %.0f, naive %.0f, lockstep %.0f, large alone %.0f"
                        .formatted(
                                clients,
                                result.median(0),
                                result.median(4),
                                result.median(1),
                                result.median(2),
                                result.median(3)));
    }

    private static Answers load(EngineLoad load, String target, List<int[]> prompts, int clients) {
        try {
            return load.run(
                    target,
                    null,
                    prompts.stream().map(prompt -> new Question(prompt, 0)).toList(),
                    clients);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }
}
