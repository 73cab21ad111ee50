package io.tokenrouter.app.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenrouter.app.admin.AdminClient.Answer;
import io.tokenrouter.app.fixtures.RunningServer;
import io.tokenrouter.app.fixtures.TestFolders;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The life of models and pairs in a running server, over its admin API. */
class RegistryAdminTest {

    private static final String[] JSON = {"Content-Type", "application/json"};
    private static final String QUESTION = "Sara has 54 old and 75 new beads. How many beads are there?";

    @RegisterExtension
    static final RunningServer server = RunningServer.shared();

    private final HttpClient http = HttpClient.newHttpClient();
    private AdminClient admin;
    private Path folder;

    @BeforeEach
    void connect() throws Exception {
        admin = new AdminClient(server.uri(), server.adminToken());
        folder = Files.createDirectories(server.dataFolder().resolve("models"));
        Path demo = TestFolders.repository().resolve("models/demo");
        for (String size : new String[] {"small", "large"}) {
            Path copy = folder.resolve("twin-" + size + ".gguf");
            if (Files.notExists(copy)) {
                Files.copy(demo.resolve("demo-" + size + ".gguf"), copy);
            }
        }
    }

    @AfterEach
    void forgetWhatWasRegistered() throws Exception {
        for (String list : new String[] {"pairs", "models"}) {
            for (JsonNode one : admin.get("/api/admin/" + list).body().path(list)) {
                String id = one.path("id").asString();
                if (!id.startsWith("demo")) {
                    awaitModel(list, id, state -> !state.equals("loading") && !state.equals("draining"));
                    admin.delete("/api/admin/" + list + "/" + id + "?patience_seconds=0", "If-Match", "*");
                    awaitGone(list, id);
                }
            }
        }
        admin.close();
        http.close();
    }

    @Test
    void aFileSaysWhatItIsBeforeAnythingIsRegistered() throws Exception {
        JsonNode report = admin.post("/api/admin/models/inspect", path("twin-large.gguf"), JSON)
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
        Answer made = register("twin", "twin-small.gguf", true);
        assertThat(made.status()).as(made.body().toString()).isEqualTo(201);
        awaitModel("models", "twin", "serving"::equals);
        assertThat(chat("twin").statusCode()).isEqualTo(200);
        assertThat(admin.get("/api/admin/models/twin").body().path("steps")).hasSize(4);
        assertThat(register("twin", "twin-large.gguf", true)
                        .body()
                        .path("field")
                        .asString())
                .isEqualTo("id");

        assertThat(admin.post("/api/admin/models/twin/unload", "{}", JSON).status())
                .isEqualTo(202);
        awaitModel("models", "twin", "unloaded"::equals);
        HttpResponse<String> refused = chat("twin");
        assertThat(refused.statusCode()).isEqualTo(404);
        assertThat(refused.body()).contains("model_not_loaded");

        assertThat(admin.post("/api/admin/models/twin/load", "{}", JSON).status())
                .isEqualTo(202);
        awaitModel("models", "twin", "serving"::equals);
        assertThat(chat("twin").statusCode()).isEqualTo(200);

        assertThat(admin.delete("/api/admin/models/twin").status()).isEqualTo(428);
        assertThat(admin.delete("/api/admin/models/twin", "If-Match", "\"99\"").status())
                .isEqualTo(412);
        assertThat(chat("twin").statusCode())
                .as("a refused change changes nothing")
                .isEqualTo(200);
    }

    @Test
    void aFileThatIsNoModelHurtsNothing() throws Exception {
        hostile("magic.gguf", "this is no model".getBytes(StandardCharsets.UTF_8));
        hostile("empty.gguf", new byte[0]);
        hostile("keys.gguf", header(3, 0, 1L << 60));
        hostile("tensors.gguf", header(3, 1L << 60, 0));
        byte[] whole = Files.readAllBytes(folder.resolve("twin-small.gguf"));
        hostile("short.gguf", Arrays.copyOf(whole, whole.length / 2));

        assertThat(register("evil", "../../../../etc/passwd", true).status()).isEqualTo(400);
        assertThat(chat("demo").statusCode()).isEqualTo(200);
    }

    private void hostile(String name, byte[] content) throws Exception {
        Files.write(folder.resolve(name), content);
        Answer answer = register("evil", name, true);
        assertThat(answer.status()).as(name).isEqualTo(400);
        assertThat(answer.contentType()).contains("problem+json");
        assertThat(answer.body().path("field").asString()).isEqualTo("path");
        assertThat(models()).doesNotContain("evil");
        Files.delete(folder.resolve(name));
    }

    @Test
    void aModelWhoseFileBreaksFailsAndSaysWhy() throws Exception {
        Path copy = Files.copy(folder.resolve("twin-small.gguf"), folder.resolve("breaks.gguf"));
        assertThat(register("breaks", "breaks.gguf", false).status()).isEqualTo(201);
        Files.writeString(copy, "gone");

        admin.post("/api/admin/models/breaks/load", "{}", JSON);
        awaitModel("models", "breaks", "failed"::equals);
        assertThat(admin.get("/api/admin/models/breaks").body().path("reason").asString())
                .contains("not a GGUF file");
        assertThat(chat("demo").statusCode()).isEqualTo(200);
        Files.delete(copy);
    }

    @Test
    void moreMemoryThanThereIsIsRefusedBeforeItIsTaken() throws Exception {
        Answer answer = admin.post(
                "/api/admin/models",
                "{\"id\": \"greedy\", \"path\": \"" + folder.resolve("twin-large.gguf") + "\", \"kv_mib\": 1000000}",
                JSON);
        assertThat(answer.status()).isEqualTo(201);
        awaitModel("models", "greedy", "failed"::equals);
        assertThat(admin.get("/api/admin/models/greedy").body().path("reason").asString())
                .contains("not enough memory", "Choose a smaller KV cache");
    }

    @Test
    void thePairBuilderOffersWhatFitsAndSaysWhyTheRestDoesNot() throws Exception {
        register("twin-small", "twin-small.gguf", false);
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
        Answer refused = pair("upside-down", "demo-large", "demo-small");
        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.body().path("detail").asString()).contains("do not fit");
    }

    @Test
    void aPairIsServedAndDrainedWhileItsRequestsEnd() throws Exception {
        register("twin-small", "twin-small.gguf", false);
        register("twin-large", "twin-large.gguf", false);
        assertThat(pair("twins", "twin-small", "twin-large").status()).isEqualTo(201);
        awaitModel("pairs", "twins", "serving"::equals);
        JsonNode fit = admin.get("/api/admin/pairs/twins").body().path("fit");
        assertThat(fit.path("fits").asBoolean()).isTrue();
        assertThat(fit.path("checks").path(0).path("figure").asString()).isEqualTo("512 of 512");
        assertThat(admin.post("/api/admin/models/twin-small/unload", "{}", JSON).status())
                .as("a pair uses it")
                .isEqualTo(409);

        CountDownLatch begun = new CountDownLatch(1);
        CompletableFuture<String> running = CompletableFuture.supplyAsync(() -> slowStream(begun));
        assertThat(begun.await(30, TimeUnit.SECONDS)).isTrue();
        Answer draining = admin.post("/api/admin/pairs/twins/drain", "{\"patience_seconds\": 60}", JSON);
        assertThat(draining.status()).isEqualTo(202);
        HttpResponse<String> refused = chat("twins");

        assertThat(running.get(60, TimeUnit.SECONDS))
                .as("what ran ended as it should")
                .contains("\"finish_reason\":\"length\"")
                .doesNotContain("error");
        assertThat(refused.statusCode()).as(refused.body()).isIn(503, 404);
        assertThat(refused.body()).containsAnyOf("model_draining", "model_not_loaded");
        awaitModel("pairs", "twins", "unloaded"::equals);
        awaitModel("models", "twin-large", "unloaded"::equals);

        assertThat(admin.delete("/api/admin/models/twin-large", "If-Match", "*").status())
                .as("a pair needs it")
                .isEqualTo(409);
        assertThat(admin.post("/api/admin/pairs/twins/load", "{}", JSON).status())
                .isEqualTo(202);
        awaitModel("pairs", "twins", "serving"::equals);
        assertThat(chat("twins").statusCode()).isEqualTo(200);
    }

    @Test
    void whatComesWithTheServerIsNotForgottenByAccident() throws Exception {
        assertThat(admin.delete("/api/admin/pairs/demo", "If-Match", "*").status())
                .isEqualTo(409);
        assertThat(admin.delete("/api/admin/models/demo-small", "If-Match", "*").status())
                .isEqualTo(409);
        assertThat(register("demo", "twin-small.gguf", true).status()).isEqualTo(400);
        assertThat(admin.get("/api/admin/pairs/nothing").status()).isEqualTo(404);
        assertThat(admin.post("/api/admin/pairs/nothing/drain", "{}", JSON).status())
                .isEqualTo(404);
        assertThat(admin.post("/api/admin/pairs/demo/load", "{}", JSON).status())
                .isEqualTo(409);
        assertThat(admin.post("/api/admin/pairs/demo/drain", "{\"patience\": 1}", JSON)
                        .status())
                .isEqualTo(400);
    }

    private String slowStream(CountDownLatch begun) {
        String body = """
                {"model": "twins", "messages": [{"role": "user", "content": "%s"}], "max_tokens": 400, "n": 6,
                 "logit_bias": {"1": -100}, "stream": true, "temperature": 0,
                 "routing": {"policy": "fixed"}}""".formatted(QUESTION);
        try {
            StringBuilder all = new StringBuilder();
            http.send(chatRequest(body), HttpResponse.BodyHandlers.ofLines())
                    .body()
                    .forEach(line -> {
                        all.append(line).append('\n');
                        begun.countDown();
                    });
            return all.toString();
        } catch (Exception e) {
            begun.countDown();
            return "error " + e;
        }
    }

    private HttpResponse<String> chat(String model) throws Exception {
        String body = """
                {"model": "%s", "messages": [{"role": "user", "content": "%s"}], "max_tokens": 4}""".formatted(model, QUESTION);
        return http.send(chatRequest(body), HttpResponse.BodyHandlers.ofString());
    }

    private static HttpRequest chatRequest(String body) {
        return HttpRequest.newBuilder(server.uri().resolve("/v1/chat/completions"))
                .headers(JSON)
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build();
    }

    private Answer register(String id, String file, boolean load) throws Exception {
        String body = JsonMapper.shared()
                .writeValueAsString(
                        Map.of("id", id, "path", folder.resolve(file).toString(), "load", load));
        return admin.post("/api/admin/models", body, JSON);
    }

    private Answer pair(String id, String small, String large) throws Exception {
        return admin.post(
                "/api/admin/pairs",
                "{\"id\": \"" + id + "\", \"small\": \"" + small + "\", \"large\": \"" + large + "\"}",
                JSON);
    }

    private String path(String file) {
        return "{\"path\": \"" + folder.resolve(file) + "\"}";
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

    private void awaitModel(String list, String id, Predicate<String> wanted) throws Exception {
        long deadline = System.nanoTime() + Duration.ofSeconds(60).toNanos();
        String state;
        do {
            JsonNode body = admin.get("/api/admin/" + list + "/" + id).body();
            state = body.path("state").asString("");
            if (wanted.test(state)) {
                return;
            }
            TimeUnit.MILLISECONDS.sleep(20);
        } while (System.nanoTime() < deadline);
        throw new AssertionError(list + " " + id + " stays " + state);
    }

    private void awaitGone(String list, String id) throws Exception {
        long deadline = System.nanoTime() + Duration.ofSeconds(60).toNanos();
        while (admin.get("/api/admin/" + list + "/" + id).status() != 404) {
            assertThat(System.nanoTime()).as(id + " goes").isLessThan(deadline);
        }
    }
}
