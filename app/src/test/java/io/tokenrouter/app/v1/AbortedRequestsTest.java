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
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

/** Clients that leave real generations at all moments leave nothing behind in either model's cache. */
class AbortedRequestsTest {

    private static final Path MODELS = TestFolders.repository().resolve("models/demo");
    private static final CpuExecutorOptions SMALL_CACHE = CpuExecutorOptions.DEFAULTS.withKvBytes(32L << 20);
    private static final PolicySpec BOTH_WRITE = new PolicySpec("random", Map.of("p", 0.3));
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    @Test
    void twoHundredAbortsLeaveEveryBlockFree() throws Exception {
        try (CpuDevice device = CpuDevice.ofThisMachine();
                LoadedModel small = load(device, "demo-small");
                LoadedModel large = load(device, "demo-large");
                RoutingEngine engine = new RoutingEngine(EngineOptions.DEFAULTS, RoutingAlgorithms.load())) {
            engine.addModel("demo-small", small.executor(), small.tokenizer().vocabulary());
            engine.addModel("demo-large", large.executor(), large.tokenizer().vocabulary());
            engine.addPair("demo", "demo-small", "demo-large", BOTH_WRITE);
            try (ApiServer server = new ApiServer(engine, catalog(small), Map.of())) {
                for (int i = 0; i < 200; i++) {
                    abort(server, i);
                }
                assertThat(engine.drain(PATIENCE)).isTrue();
                assertBlocksBalance(engine);
            }
        }
    }

    /** Every second request streams; of those every third leaves at once, the others after the first bytes. */
    private static void abort(ApiServer server, int i) throws IOException {
        boolean stream = i % 2 == 0;
        byte[] body = ("{\"model\": \"demo\", \"prompt\": \"Sara has " + i + " beads.\", \"max_tokens\": 400,"
                        + " \"ignore_eos\": true, \"stream\": " + stream + "}")
                .getBytes(StandardCharsets.UTF_8);
        try (Socket socket = new Socket("127.0.0.1", server.port())) {
            socket.getOutputStream()
                    .write(("POST /v1/completions HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                                    + "Content-Length: " + body.length + "\r\n\r\n")
                            .getBytes(StandardCharsets.UTF_8));
            socket.getOutputStream().write(body);
            if (stream && i % 3 != 0) {
                assertThat(socket.getInputStream().read(new byte[512])).isPositive();
            }
        }
    }

    private static void assertBlocksBalance(RoutingEngine engine) {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (!engine.snapshot().models().stream().allMatch(AbortedRequestsTest::balances)
                && System.nanoTime() < deadline) {
            LockSupport.parkNanos(1_000_000);
        }
        assertThat(engine.snapshot().requests()).isEmpty();
        assertThat(engine.snapshot().models()).hasSize(2).allMatch(AbortedRequestsTest::balances);
    }

    private static boolean balances(EngineSnapshot.Model model) {
        return model.freeBlocks() + model.cachedBlocks() == model.totalBlocks();
    }

    private static LoadedModel load(CpuDevice device, String id) throws IOException {
        return new ModelLoader(device).load(id, MODELS.resolve(id + ".gguf"), SMALL_CACHE, LoadProgress.NONE);
    }

    private static ServingCatalog catalog(LoadedModel small) {
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
}
