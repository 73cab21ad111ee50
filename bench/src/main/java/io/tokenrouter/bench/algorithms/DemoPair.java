package io.tokenrouter.bench.algorithms;

import io.tokenrouter.bench.demo.Answers;
import io.tokenrouter.bench.demo.DemoModel;
import io.tokenrouter.bench.demo.EngineLoad;
import io.tokenrouter.bench.demo.Question;
import io.tokenrouter.bench.routing.RoundRouter;
import io.tokenrouter.demo.DemoTask;
import io.tokenrouter.engine.api.PolicySpec;
import io.tokenrouter.engine.executor.cpu.CpuDevice;
import io.tokenrouter.engine.heads.HeadFolders;
import io.tokenrouter.engine.routing.AlgorithmFactory;
import io.tokenrouter.engine.routing.RoutingAlgorithms;
import io.tokenrouter.engine.runtime.EngineOptions;
import io.tokenrouter.engine.runtime.Optimisation;
import io.tokenrouter.engine.runtime.RoutingEngine;
import java.io.IOException;
import java.nio.IntBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The demo pair on this machine's cores in two engines that differ in nothing but the naive one's ways: one request at a time, and a
 * model that is entered computes its whole context again. Shared prefixes are off in both, because rounds repeat the prompts.
 */
final class DemoPair implements AutoCloseable {

    static final String PAIR = "demo";
    static final String SMALL = "demo-small";
    static final String LARGE = "demo-large";

    /** As long as the models' contexts. */
    private static final int POSITIONS = 512;

    private final int clients;
    private final CpuDevice device;
    private final DemoModel small;
    private final DemoModel large;
    private final Map<IntBuffer, Doubt> doubts;
    private final List<int[]> prompts;
    private final List<RoutingEngine> engines = new ArrayList<>();
    private final EngineLoad routed;
    private final EngineLoad naive;

    /**
     * @param problems whose prompts will be asked
     * @param clients requests at once, but for the naive engine
     */
    DemoPair(Path home, List<String> problems, int threads, int clients) throws IOException {
        this.clients = clients;
        device = new CpuDevice(threads);
        small = DemoModel.open(home, "small");
        large = DemoModel.open(home, "large");
        prompts = problems.stream().map(small::prompt).toList();
        doubts = Doubt.of(
                prompts,
                small.executor(device, POSITIONS),
                small.tokenizer().vocabulary().endIds());
        List<AlgorithmFactory> algorithms =
                new ArrayList<>(RoutingAlgorithms.load().all());
        algorithms.add(new QueryRandom());
        algorithms.add(new QueryEntropy(doubts));
        RoutingAlgorithms all =
                new RoutingAlgorithms(algorithms, new HeadFolders(List.of(home.resolve("models/demo"))));
        EngineOptions options = EngineOptions.DEFAULTS.without(Optimisation.SHARED_PREFIXES);
        routed = load(new RoutingEngine(options, all), clients * POSITIONS);
        naive = load(new RoutingEngine(options.withLimits(1, 1).without(Optimisation.KEPT_CACHES), all), POSITIONS);
    }

    private EngineLoad load(RoutingEngine engine, int positions) {
        engines.add(engine);
        engine.addModel(
                SMALL,
                small.executor(device, positions),
                small.tokenizer().vocabulary(),
                small.tokenizer()::encodeContinuation);
        engine.addModel(
                LARGE,
                large.executor(device, positions),
                large.tokenizer().vocabulary(),
                large.tokenizer()::encodeContinuation);
        engine.addPair(PAIR, SMALL, LARGE, PolicySpec.of("fixed"));
        return new EngineLoad(engine, LARGE, DemoTask.MAX_ANSWER_TOKENS);
    }

    /** Ids of the problems. */
    List<int[]> prompts() {
        return prompts;
    }

    /** The small model's mean entropy over the prompt and its first tokens, of each problem. */
    double[] doubts() {
        return prompts.stream()
                .mapToDouble(prompt -> doubts.get(IntBuffer.wrap(prompt)).mean())
                .toArray();
    }

    /** The text of an answer. */
    String text(int[] ids) {
        return small.tokenizer().decode(ids);
    }

    Answers routed(Contender contender, List<Question> questions) throws InterruptedException {
        return routed.run(contender.target(), contender.policy(), questions, clients);
    }

    Answers naive(Contender contender, List<Question> questions) throws InterruptedException {
        return naive.run(contender.target(), contender.policy(), questions, 1);
    }

    /** The naive way without an engine, straight on executors, for one policy: entropy. */
    RoundRouter straight(double threshold) {
        return new RoundRouter(
                small.executor(device, POSITIONS),
                large.executor(device, POSITIONS),
                threshold,
                small.tokenizer().vocabulary().endIds(),
                DemoTask.MAX_ANSWER_TOKENS,
                POSITIONS);
    }

    @Override
    public void close() {
        try (device;
                small;
                large) {
            engines.forEach(RoutingEngine::close);
        }
    }
}
