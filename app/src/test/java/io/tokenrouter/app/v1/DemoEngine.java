package io.tokenrouter.app.v1;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenrouter.app.fixtures.TestFolders;
import io.tokenrouter.app.serving.Served;
import io.tokenrouter.app.serving.ServedPair;
import io.tokenrouter.app.serving.ServedPolicy;
import io.tokenrouter.app.serving.ServingCatalog;
import io.tokenrouter.engine.api.PolicySpec;
import io.tokenrouter.engine.catalog.LoadProgress;
import io.tokenrouter.engine.catalog.LoadedModel;
import io.tokenrouter.engine.catalog.ModelLoader;
import io.tokenrouter.engine.executor.cpu.CpuDevice;
import io.tokenrouter.engine.executor.cpu.CpuExecutorOptions;
import io.tokenrouter.engine.metrics.EngineSnapshot;
import io.tokenrouter.engine.routing.RoutingAlgorithms;
import io.tokenrouter.engine.runtime.EngineOptions;
import io.tokenrouter.engine.runtime.RoutingEngine;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

/** The real engine with the pair {@code demo}, a third of whose tokens the large model writes. No database. */
final class DemoEngine implements AutoCloseable {

    private static final Path MODELS = TestFolders.repository().resolve("models/demo");
    private static final CpuExecutorOptions SMALL_CACHE = CpuExecutorOptions.DEFAULTS.withKvBytes(32L << 20);
    private static final PolicySpec BOTH_WRITE = new PolicySpec("random", Map.of("p", 0.3));
    private static final Duration PATIENCE = Duration.ofMinutes(10);

    private final CpuDevice device = CpuDevice.ofThisMachine();
    private final LoadedModel small;
    private final LoadedModel large;
    private final RoutingEngine engine;

    DemoEngine(EngineOptions options) throws IOException {
        small = load("demo-small");
        large = load("demo-large");
        engine = new RoutingEngine(options, RoutingAlgorithms.load());
        engine.addModel("demo-small", small.executor(), small.tokenizer().vocabulary());
        engine.addModel("demo-large", large.executor(), large.tokenizer().vocabulary());
        engine.addPair("demo", "demo-small", "demo-large", BOTH_WRITE);
    }

    /** An API server in front of it. */
    ApiServer serve(Map<String, Object> settings) {
        return new ApiServer(engine, catalog(), settings);
    }

    int runningAndWaiting() {
        return engine.snapshot().requests().size();
    }

    /** Waits until no generation is left, and finds every block of both models free. */
    void assertNothingIsHeld() {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        EngineSnapshot now = engine.snapshot();
        while (!isIdle(now) && System.nanoTime() < deadline) {
            LockSupport.parkNanos(1_000_000);
            now = engine.snapshot();
        }
        assertThat(now.requests()).isEmpty();
        assertThat(now.models()).hasSize(2).allMatch(DemoEngine::balances);
    }

    private static boolean isIdle(EngineSnapshot now) {
        return now.requests().isEmpty() && now.models().stream().allMatch(DemoEngine::balances);
    }

    private static boolean balances(EngineSnapshot.Model model) {
        return model.freeBlocks() + model.cachedBlocks() == model.totalBlocks();
    }

    private LoadedModel load(String id) throws IOException {
        return new ModelLoader(device).load(id, MODELS.resolve(id + ".gguf"), SMALL_CACHE, LoadProgress.NONE);
    }

    private ServingCatalog catalog() {
        ServedPair pair = new ServedPair(
                "demo",
                0,
                "demo-small",
                "demo-large",
                new ServedPolicy("random", 0, BOTH_WRITE),
                small.tokenizer(),
                small.chatTemplate(),
                small.description().config().contextLength());
        return new ServingCatalog() {

            @Override
            public List<Served> all() {
                return List.of(pair);
            }

            @Override
            public Optional<Served> find(String id) {
                return Optional.of((Served) pair).filter(served -> served.id().equals(id));
            }

            @Override
            public Optional<ServedPolicy> findPolicy(String name) {
                return Optional.empty();
            }
        };
    }

    @Override
    public void close() {
        engine.close();
        large.close();
        small.close();
        device.close();
    }
}
