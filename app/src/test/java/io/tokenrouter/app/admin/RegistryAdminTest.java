package io.tokenrouter.app.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenrouter.app.admin.AdminClient.Answer;
import io.tokenrouter.app.fixtures.RunningServer;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.JsonNode;

/** The life of models and pairs in a running server, over its admin API. */
class RegistryAdminTest {

    @RegisterExtension
    static final RunningServer server = RunningServer.shared();

    private AdminClient admin;
    private RegistryClient registry;

    @BeforeEach
    void connect() throws Exception {
        admin = new AdminClient(server.uri(), server.adminToken());
        registry = new RegistryClient(server, admin);
    }

    @AfterEach
    void forgetWhatWasRegistered() throws Exception {
        registry.forgetAll();
        registry.close();
        admin.close();
    }

    @Test
    void aFileSaysWhatItIsBeforeAnythingIsRegistered() throws Exception {
        JsonNode report = admin.post("/api/admin/models/inspect", path("twin-large.gguf"), RegistryClient.JSON)
                .body();

        assertThat(report.path("facts").path("parameters").asLong()).isEqualTo(3_082_496);
        assertThat(report.path("facts").path("layers").asInt()).isEqualTo(4);
        assertThat(report.path("facts").path("vocabulary").asInt()).isEqualTo(512);
        assertThat(report.path("facts").path("tied_embeddings").asBoolean()).isTrue();
        assertThat(report.path("facts").path("has_chat_template").asBoolean()).isTrue();
        assertThat(report.path("memory").path("heap").asLong())
                .isLessThan(report.path("memory").path("free_heap").asLong());
        assertThat(report.path("memory").path("refusal").isNull()).isTrue();
        assertThat(models()).doesNotContain("twin");
    }

    @Test
    void aModelIsLoadedAsksForNothingElseAndIsForgotten() throws Exception {
        Answer made = registry.register("twin", "twin-small.gguf", true);
        assertThat(made.status()).as(made.body().toString()).isEqualTo(201);
        registry.await("models", "twin", "serving"::equals);
        assertThat(registry.chat("twin").statusCode()).isEqualTo(200);
        assertThat(admin.get("/api/admin/models/twin").body().path("steps")).hasSize(4);
        assertThat(registry.register("twin", "twin-large.gguf", true)
                        .body()
                        .path("field")
                        .asString())
                .isEqualTo("id");

        assertThat(admin.post("/api/admin/models/twin/unload", "{}", RegistryClient.JSON)
                        .status())
                .isEqualTo(202);
        registry.await("models", "twin", "unloaded"::equals);
        HttpResponse<String> refused = registry.chat("twin");
        assertThat(refused.statusCode()).isEqualTo(404);
        assertThat(refused.body()).contains("model_not_loaded");

        assertThat(admin.post("/api/admin/models/twin/load", "{}", RegistryClient.JSON)
                        .status())
                .isEqualTo(202);
        registry.await("models", "twin", "serving"::equals);
        assertThat(registry.chat("twin").statusCode()).isEqualTo(200);

        assertThat(admin.delete("/api/admin/models/twin").status()).isEqualTo(428);
        assertThat(admin.delete("/api/admin/models/twin", "If-Match", "\"99\"").status())
                .isEqualTo(412);
        assertThat(registry.chat("twin").statusCode())
                .as("a refused change changes nothing")
                .isEqualTo(200);
    }

    @Test
    void aFileThatIsNoModelHurtsNothing() throws Exception {
        hostile("magic.gguf", "this is no model".getBytes(StandardCharsets.UTF_8));
        hostile("empty.gguf", new byte[0]);
        hostile("keys.gguf", header(3, 0, 1L << 60));
        hostile("tensors.gguf", header(3, 1L << 60, 0));
        byte[] whole = Files.readAllBytes(registry.folder().resolve("twin-small.gguf"));
        hostile("short.gguf", Arrays.copyOf(whole, whole.length / 2));

        assertThat(registry.register("evil", "../../../../etc/passwd", true).status())
                .isEqualTo(400);
        assertThat(registry.chat("demo").statusCode()).isEqualTo(200);
    }

    private void hostile(String name, byte[] content) throws Exception {
        Files.write(registry.folder().resolve(name), content);
        Answer answer = registry.register("evil", name, true);
        assertThat(answer.status()).as(name).isEqualTo(400);
        assertThat(answer.contentType()).contains("problem+json");
        assertThat(answer.body().path("field").asString()).isEqualTo("path");
        assertThat(models()).doesNotContain("evil");
        Files.delete(registry.folder().resolve(name));
    }

    @Test
    void aModelWhoseFileBreaksFailsAndSaysWhy() throws Exception {
        Path copy = Files.copy(
                registry.folder().resolve("twin-small.gguf"), registry.folder().resolve("breaks.gguf"));
        assertThat(registry.register("breaks", "breaks.gguf", false).status()).isEqualTo(201);
        Files.writeString(copy, "gone");

        admin.post("/api/admin/models/breaks/load", "{}", RegistryClient.JSON);
        registry.await("models", "breaks", "failed"::equals);
        assertThat(admin.get("/api/admin/models/breaks").body().path("reason").asString())
                .contains("not a GGUF file");
        assertThat(registry.chat("demo").statusCode()).isEqualTo(200);
        Files.delete(copy);
    }

    @Test
    void moreMemoryThanThereIsIsRefusedBeforeItIsTaken() throws Exception {
        Answer answer = admin.post(
                "/api/admin/models",
                "{\"id\": \"greedy\", \"path\": \"" + registry.folder().resolve("twin-large.gguf")
                        + "\", \"kv_mib\": 1000000}",
                RegistryClient.JSON);
        assertThat(answer.status()).isEqualTo(201);
        registry.await("models", "greedy", "failed"::equals);
        assertThat(admin.get("/api/admin/models/greedy").body().path("reason").asString())
                .contains("not enough memory", "Choose a smaller KV cache");
    }

    @Test
    void thePairBuilderOffersWhatFitsAndSaysWhyTheRestDoesNot() throws Exception {
        registry.register("twin-small", "twin-small.gguf", false);
        JsonNode candidates =
                admin.get("/api/admin/pairs/candidates?large=demo-small").body().path("candidates");

        assertThat(candidates.path(0).path("id").asString()).isEqualTo("twin-small");
        assertThat(candidates.path(0).path("fits").asBoolean()).isTrue();
        JsonNode large = Stream.iterate(0, i -> i + 1)
                .limit(candidates.size())
                .map(candidates::path)
                .filter(one -> one.path("id").asString().equals("demo-large"))
                .findFirst()
                .orElseThrow();
        assertThat(large.path("refusal").asString()).contains("larger than the large model");
        Answer refused = registry.pair("upside-down", "demo-large", "demo-small");
        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.body().path("detail").asString()).contains("do not fit");
    }

    @Test
    void aPairIsServedAndDrainedWhileItsRequestsEnd() throws Exception {
        registry.register("twin-small", "twin-small.gguf", false);
        registry.register("twin-large", "twin-large.gguf", false);
        assertThat(registry.pair("twins", "twin-small", "twin-large").status()).isEqualTo(201);
        registry.await("pairs", "twins", "serving"::equals);
        JsonNode fit = admin.get("/api/admin/pairs/twins").body().path("fit");
        assertThat(fit.path("fits").asBoolean()).isTrue();
        assertThat(fit.path("checks").path(0).path("figure").asString()).isEqualTo("512 of 512");
        assertThat(admin.post("/api/admin/models/twin-small/unload", "{}", RegistryClient.JSON)
                        .status())
                .as("a pair uses it")
                .isEqualTo(409);

        CountDownLatch begun = new CountDownLatch(1);
        CompletableFuture<String> running = CompletableFuture.supplyAsync(() -> registry.slowStream("twins", begun));
        assertThat(begun.await(10, TimeUnit.MINUTES)).isTrue();
        Answer draining =
                admin.post("/api/admin/pairs/twins/drain", "{\"patience_seconds\": 600}", RegistryClient.JSON);
        assertThat(draining.status()).isEqualTo(202);
        HttpResponse<String> refused = registry.chat("twins");

        assertThat(running.get(10, TimeUnit.MINUTES))
                .as("what ran ended as it should")
                .contains("\"finish_reason\":\"length\"")
                .doesNotContain("error");
        assertThat(refused.statusCode()).as(refused.body()).isIn(503, 404);
        assertThat(refused.body()).containsAnyOf("model_draining", "model_not_loaded");
        registry.await("pairs", "twins", "unloaded"::equals);
        registry.await("models", "twin-large", "unloaded"::equals);

        assertThat(admin.delete("/api/admin/models/twin-large", "If-Match", "*").status())
                .as("a pair needs it")
                .isEqualTo(409);
        assertThat(admin.post("/api/admin/pairs/twins/load", "{}", RegistryClient.JSON)
                        .status())
                .isEqualTo(202);
        registry.await("pairs", "twins", "serving"::equals);
        assertThat(registry.chat("twins").statusCode()).isEqualTo(200);
    }

    @Test
    void whatComesWithTheServerIsNotForgottenByAccident() throws Exception {
        assertThat(admin.delete("/api/admin/pairs/demo", "If-Match", "*").status())
                .isEqualTo(409);
        assertThat(admin.delete("/api/admin/models/demo-small", "If-Match", "*").status())
                .isEqualTo(409);
        assertThat(registry.register("demo", "twin-small.gguf", true).status()).isEqualTo(400);
        assertThat(admin.get("/api/admin/pairs/nothing").status()).isEqualTo(404);
        assertThat(admin.post("/api/admin/pairs/nothing/drain", "{}", RegistryClient.JSON)
                        .status())
                .isEqualTo(404);
        assertThat(admin.post("/api/admin/pairs/demo/load", "{}", RegistryClient.JSON)
                        .status())
                .isEqualTo(409);
        assertThat(admin.post("/api/admin/pairs/demo/drain", "{\"patience\": 1}", RegistryClient.JSON)
                        .status())
                .isEqualTo(400);
    }

    private String path(String file) {
        return "{\"path\": \"" + registry.folder().resolve(file) + "\"}";
    }

    private String models() throws Exception {
        return admin.get("/api/admin/models").body().path("models").toString();
    }

    private static byte[] header(int version, long tensors, long keys) {
        return ByteBuffer.allocate(64)
                .order(ByteOrder.LITTLE_ENDIAN)
                .put("GGUF".getBytes(StandardCharsets.US_ASCII))
                .putInt(version)
                .putLong(tensors)
                .putLong(keys)
                .array();
    }
}
