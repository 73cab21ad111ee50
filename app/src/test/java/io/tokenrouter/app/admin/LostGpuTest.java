package io.tokenrouter.app.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenrouter.app.admin.AdminClient.Answer;
import io.tokenrouter.app.fixtures.RunningServer;
import io.tokenrouter.app.fixtures.ScriptedGpus;
import io.tokenrouter.app.metrics.MetricsClient;
import io.tokenrouter.engine.executor.DeviceChoice;
import io.tokenrouter.engine.fixtures.ScriptedDevice;
import java.net.http.HttpResponse;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The whole server with the demo pair on a GPU that is lost while a request runs, and another pair on the CPU. */
class LostGpuTest {

    private static final String REASON = "CUDA_ERROR_ECC_UNCORRECTABLE";

    private static final ScriptedDevice GPU = new ScriptedDevice("cuda:0", 256 << 20);

    @RegisterExtension
    static final RunningServer server = RunningServer.ofThisClass(options -> {
        ScriptedGpus.plugIn(GPU);
        return RunningServer.on(DeviceChoice.AUTO, options);
    });

    private AdminClient admin;
    private RegistryClient registry;

    @BeforeEach
    void connect() throws Exception {
        admin = new AdminClient(server.uri(), server.adminToken());
        registry = new RegistryClient(server, admin);
    }

    @AfterEach
    void close() {
        registry.close();
        admin.close();
    }

    @AfterAll
    static void unplug() {
        ScriptedGpus.plugIn();
    }

    @Test
    void onlyItsModelsAndPairsGo() throws Exception {
        assertThat(model("demo-small").at("/memory/device").asString()).isEqualTo("cuda:0 Scripted GPU");
        assertThat(model("demo-large").at("/memory/heap").asLong()).isZero();
        assertThat(GPU.executors()).hasSize(2);
        String answer = text(registry.answer("demo", ""));
        MetricsClient metrics = new MetricsClient(server);
        assertThat(metrics.get("/actuator/prometheus").body())
                .containsPattern("tokenrouter_graph_replayed_steps_total\\{model=\"demo-small\"\\} [1-9]")
                .containsPattern("tokenrouter_graph_captured_steps_total\\{model=\"demo-small\"\\} 1");

        // somebody else fills the GPU, so what comes now runs on the CPU
        long free = GPU.freeBytes();
        GPU.take(free);
        registry.register("twin-s", "twin-small.gguf", true);
        registry.register("twin-l", "twin-large.gguf", true);
        registry.await("models", "twin-s", "serving"::equals);
        registry.await("models", "twin-l", "serving"::equals);
        registry.pair("twins", "twin-s", "twin-l");
        registry.await("pairs", "twins", "serving"::equals);
        assertThat(model("twin-l").at("/memory/device").asString()).isEqualTo("CPU");
        assertThat(text(registry.answer("twins", ""))).isEqualTo(answer);

        CountDownLatch begun = new CountDownLatch(1);
        CompletableFuture<String> running = CompletableFuture.supplyAsync(() -> registry.slowStream("demo", begun));
        begun.await();
        GPU.lose(REASON);
        assertThat(running.get())
                .contains("model_not_loaded", "could not run the request: " + REASON)
                .doesNotContain("[DONE]");

        registry.await("models", "demo-large", "failed"::equals);
        assertThat(model("demo-large").path("reason").asString()).contains("its device was lost", REASON);
        assertThat(model("demo-small").path("state").asString())
                .as("the other one of the device")
                .isEqualTo("failed");
        assertThat(admin.get("/api/admin/pairs/demo").body().path("reason").asString())
                .contains("lost its device", REASON);
        HttpResponse<String> refused = registry.answer("demo", "");
        assertThat(refused.statusCode()).isEqualTo(404);
        assertThat(refused.body()).contains("model_not_loaded");
        assertThat(text(registry.answer("twins", ""))).isEqualTo(answer);
        assertThat(metrics.get("/health").body()).contains("degraded", "demo", "demo-small", "demo-large");

        Answer loading = admin.post("/api/admin/pairs/demo/load", "{}", RegistryClient.JSON);
        assertThat(loading.status()).as(loading.body().toString()).isLessThan(300);
        registry.await("pairs", "demo", state -> !state.equals("loading"));
        assertThat(model("demo-large").at("/memory/device").asString()).isEqualTo("CPU");
        assertThat(text(registry.answer("demo", ""))).isEqualTo(answer);
        assertThat(GPU.executors()).isEmpty();

        Answer unloading = admin.post("/api/admin/pairs/demo/drain", "{}", RegistryClient.JSON);
        assertThat(unloading.status()).as(unloading.body().toString()).isLessThan(300);
        registry.await("models", "demo-large", "unloaded"::equals);
    }

    private JsonNode model(String id) throws Exception {
        return admin.get("/api/admin/models/" + id).body();
    }

    private static String text(HttpResponse<String> answer) {
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return JsonMapper.shared()
                .readTree(answer.body())
                .at("/choices/0/message/content")
                .asString();
    }
}
