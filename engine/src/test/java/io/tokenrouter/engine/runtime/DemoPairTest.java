package io.tokenrouter.engine.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenrouter.engine.api.GenerationHandle;
import io.tokenrouter.engine.api.GenerationRequest;
import io.tokenrouter.engine.api.PolicySpec;
import io.tokenrouter.engine.api.SamplingParams;
import io.tokenrouter.engine.api.StopCriteria;
import io.tokenrouter.engine.catalog.LoadProgress;
import io.tokenrouter.engine.catalog.LoadedModel;
import io.tokenrouter.engine.catalog.ModelLoader;
import io.tokenrouter.engine.executor.cpu.CpuDevice;
import io.tokenrouter.engine.executor.cpu.CpuExecutorOptions;
import io.tokenrouter.engine.fixtures.EventLog;
import io.tokenrouter.engine.metrics.EngineSnapshot;
import io.tokenrouter.engine.routing.RoutingAlgorithms;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The metamorphic tests again, on the trained pair and the real executor: what a caller gets depends on nobody else. */
class DemoPairTest {

    private static final int TOKENS = 40;
    private static final List<String> STORIES = List.of(
            "Tom has 12 apples. He buys 7 more. How many apples does Tom have?",
            "Anna had 45 marbles and gave 18 of them to Ben.",
            "A train carries 120 people.",
            "There are 3 boxes with 6 pens each, and 4 pens are lost.",
            "Tom has 12 apples. He gives 5 away.");

    private static final CpuExecutorOptions ROOMY = CpuExecutorOptions.DEFAULTS.withKvBytes(64 << 20);
    private static final int CROWDED_POSITIONS = 200;

    private static CpuDevice device;

    @BeforeAll
    static void openDevice() {
        device = new CpuDevice(2);
    }

    @AfterAll
    static void closeDevice() {
        device.close();
    }

    @Test
    void fixedPoliciesEqualTheSingleModels() {
        try (Pair pair = new Pair(EngineOptions.DEFAULTS, file -> ROOMY)) {
            for (String story : STORIES) {
                assertThat(pair.run(pair.request("fixed-large", "pair", story, FakePair.fixed("large"))))
                        .isEqualTo(pair.run(pair.request("large", "l", story, null)));
                assertThat(pair.run(pair.request("fixed-small", "pair", story, FakePair.fixed("small"))))
                        .isEqualTo(pair.run(pair.request("small", "s", story, null)));
            }
            pair.assertBalanced();
        }
    }

    @Test
    void draftsThatTheLargeModelChecksGiveItsAnswer() {
        try (Pair pair = new Pair(EngineOptions.DEFAULTS, file -> ROOMY)) {
            for (String story : STORIES) {
                List<Integer> alone = pair.run(pair.request("large", "l", story, null));
                for (String accept : List.of("greedy", "exact")) {
                    PolicySpec policy = new PolicySpec("speculative", Map.of("k", 4, "accept", accept));
                    assertThat(pair.run(pair.request(accept, "pair", story, policy)))
                            .isEqualTo(alone);
                }
            }
            assertThat(pair.written("s"))
                    .as("drafts stand where the models agree")
                    .isGreaterThan(TOKENS * STORIES.size() / 2);
            pair.assertBalanced();
        }
    }

    @Test
    void allTheWeightOnOneModelGivesItsAnswer() {
        try (Pair pair = new Pair(EngineOptions.DEFAULTS, file -> ROOMY)) {
            for (String story : STORIES) {
                PolicySpec large = new PolicySpec("fuse", Map.of("weightLarge", 1, "weightSmall", 0));
                PolicySpec small = new PolicySpec("fuse", Map.of("weightLarge", 0, "weightSmall", 1, "space", "prob"));
                assertThat(pair.run(pair.request("fused-large", "pair", story, large)))
                        .isEqualTo(pair.run(pair.request("large", "l", story, null)));
                assertThat(pair.run(pair.request("fused-small", "pair", story, small)))
                        .isEqualTo(pair.run(pair.request("small", "s", story, null)));
            }
            pair.assertBalanced();
        }
    }

    @Test
    void crowdsSmallPoolsAndRecomputedContextsChangeNothing() {
        List<List<Integer>> alone = new ArrayList<>();
        try (Pair pair = new Pair(EngineOptions.DEFAULTS, file -> ROOMY)) {
            for (GenerationRequest request : requests(pair)) {
                alone.add(pair.run(request));
            }
        }
        EngineOptions recomputing = EngineOptions.DEFAULTS.without(
                Optimisation.KEPT_CACHES, Optimisation.SHARED_PREFIXES, Optimisation.STAY);
        for (EngineOptions options : List.of(EngineOptions.DEFAULTS, recomputing)) {
            try (Pair pair = new Pair(options, DemoPairTest::crowded)) {
                List<EventLog> logs = new ArrayList<>();
                for (GenerationRequest request : requests(pair)) {
                    EventLog log = new EventLog();
                    pair.engine.submit(request, log);
                    logs.add(log);
                }
                for (int i = 0; i < logs.size(); i++) {
                    logs.get(i).awaitFinished();
                    assertThat(ids(logs.get(i))).as("request " + i).isEqualTo(alone.get(i));
                }
                pair.assertBalanced();
            }
        }
    }

    @Test
    void abortedRequestsLeaveNoBlockBehind() {
        try (Pair pair = new Pair(EngineOptions.DEFAULTS, file -> ROOMY)) {
            List<EventLog> logs = new ArrayList<>();
            List<GenerationHandle> handles = new ArrayList<>();
            for (int i = 0; i < 200; i++) {
                EventLog log = new EventLog();
                logs.add(log);
                String story = STORIES.get(i % STORIES.size());
                handles.add(pair.engine.submit(pair.request("r" + i, "pair", story, FakePair.entropy(0.2)), log));
                if (i % 50 == 49) {
                    logs.get(i - 49).awaitEnd();
                    handles.forEach(GenerationHandle::cancel);
                }
            }
            logs.forEach(EventLog::awaitFinished);
            pair.assertBalanced();
        }
    }

    private static List<GenerationRequest> requests(Pair pair) {
        List<PolicySpec> policies = List.of(
                FakePair.entropy(0.17),
                FakePair.fixed("large"),
                new PolicySpec("random", Map.of("p", 0.3)),
                new PolicySpec("speculative", Map.of("k", 3)),
                new PolicySpec("fuse", Map.of("space", "prob", "gate", "entropy", "tau", 0.1)),
                new PolicySpec("stepVerify", Map.of("delimiter", ".", "rubric", "\nGood? ", "accept", 5)),
                new PolicySpec("uncertainty", Map.of("enter", 0.3, "exit", 0.1, "mode", "switch")));
        List<GenerationRequest> requests = new ArrayList<>();
        for (String story : STORIES) {
            for (PolicySpec policy : policies) {
                requests.add(pair.request("r" + requests.size(), "pair", story, policy));
            }
        }
        return requests;
    }

    /** Steps of a few rows; blocks for two or three requests. */
    private static CpuExecutorOptions crowded(String file) {
        try (LoadedModel probe = Pair.load("probe", file, ROOMY)) {
            long bytesOfAPosition = ROOMY.kvBytes() / probe.executor().spec().blockCount() / ROOMY.blockSize();
            return ROOMY.withKvBytes(bytesOfAPosition * CROWDED_POSITIONS)
                    .withBlockSize(8)
                    .withMaxRows(5)
                    .withMaxStepTokens(24);
        }
    }

    private static List<Integer> ids(EventLog log) {
        List<Integer> ids = new ArrayList<>();
        for (int id : log.ids()) {
            ids.add(id);
        }
        return ids;
    }

    /** The demo models in an engine of their own. */
    private static final class Pair implements AutoCloseable {

        final LoadedModel small;
        final LoadedModel large;
        final RoutingEngine engine;

        Pair(EngineOptions options, Function<String, CpuExecutorOptions> executors) {
            small = load("s", "demo-small.gguf", executors.apply("demo-small.gguf"));
            large = load("l", "demo-large.gguf", executors.apply("demo-large.gguf"));
            engine = new RoutingEngine(options, RoutingAlgorithms.load());
            engine.addModel(
                    "s", small.executor(), small.tokenizer().vocabulary(), small.tokenizer()::encodeContinuation);
            engine.addModel(
                    "l", large.executor(), large.tokenizer().vocabulary(), large.tokenizer()::encodeContinuation);
            engine.addPair("pair", "s", "l", PolicySpec.of("uncertainty"));
        }

        static LoadedModel load(String id, String file, CpuExecutorOptions options) {
            try {
                return new ModelLoader(device).load(id, demo().resolve(file), options, LoadProgress.NONE);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        private static Path demo() {
            Path folder = Path.of("").toAbsolutePath();
            while (!Files.isDirectory(folder.resolve("models/demo"))) {
                folder = folder.getParent();
            }
            return folder.resolve("models/demo");
        }

        GenerationRequest request(String id, String target, String story, @Nullable PolicySpec policy) {
            return new GenerationRequest(
                    id,
                    target,
                    small.tokenizer().encode(story),
                    SamplingParams.GREEDY,
                    StopCriteria.maxTokens(TOKENS),
                    policy,
                    0);
        }

        List<Integer> run(GenerationRequest request) {
            EventLog log = new EventLog();
            engine.submit(request, log);
            log.awaitFinished();
            return ids(log);
        }

        /** Tokens that a model wrote of all answers so far. */
        long written(String model) {
            return engine.snapshot().models().stream()
                    .filter(each -> each.id().equals(model))
                    .mapToLong(EngineSnapshot.Model::writtenTokens)
                    .sum();
        }

        void assertBalanced() {
            assertThat(engine.drain(Duration.ofMinutes(10))).isTrue();
            for (EngineSnapshot.Model model : engine.snapshot().models()) {
                assertThat(model.freeBlocks() + model.cachedBlocks())
                        .as("free and cached blocks of " + model.id())
                        .isEqualTo(model.totalBlocks());
            }
        }

        @Override
        public void close() {
            engine.close();
            small.close();
            large.close();
        }
    }
}
