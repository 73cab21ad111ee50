package io.tokenrouter.app.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenrouter.app.fixtures.RunningServer;
import io.tokenrouter.app.fixtures.SignIn;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Generations as the admin API lists, tells and ends them, on a server with the demo pair. */
class RequestsAdminTest {

    private static final String PATH = "/api/admin/requests";
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(300);

    @RegisterExtension
    static final RunningServer server = RunningServer.ofThisClass();

    private static AdminClient admin;
    private static HttpClient http;

    @BeforeAll
    static void start() {
        admin = new AdminClient(server.uri(), server.adminToken());
        http = HttpClient.newHttpClient();
    }

    @AfterAll
    static void stop() {
        admin.close();
        http.shutdownNow();
    }

    @Test
    void anAnswerIsListedWithItsFiguresAndItsWayWithoutItsText() throws Exception {
        JsonNode answer = completed("\"max_tokens\": 120, \"temperature\": 0");
        String requestId = answer.path("id").asString();
        JsonNode written = answer.path("routing").path("completion_tokens");

        JsonNode listed = ended("?text=" + requestId).get(0);
        assertThat(listed.path("model").asString()).isEqualTo("demo");
        assertThat(listed.path("small").asString()).isEqualTo("demo-small");
        assertThat(listed.path("large").asString()).isEqualTo("demo-large");
        assertThat(listed.path("caller").asString()).isEqualTo("anonymous");
        assertThat(listed.path("state").asString())
                .isEqualTo(answer.path("choices").get(0).path("finish_reason").asString());
        assertThat(listed.path("completion_tokens")).isEqualTo(written);
        assertThat(listed.path("switches")).isEqualTo(answer.path("routing").path("switches"));
        assertThat(listed.path("prompt_tokens")).isEqualTo(answer.path("usage").path("prompt_tokens"));
        assertThat(listed.path("policy_version").asInt()).isPositive();
        assertThat(listed.path("first_token_seconds").asDouble()).isPositive();
        assertThat(listed.path("tape").path("cells").asString())
                .hasSize(listed.path("tokens").asInt());

        String id = listed.path("id").asString();
        JsonNode one = admin.get(PATH + "/" + id).body();
        assertThat(one.path("request")).isEqualTo(listed);
        int byLarge = 0;
        int bySmall = 0;
        int caughtUp = 0;
        for (JsonNode hop : one.path("hops")) {
            boolean large = hop.path("model").asString().equals("demo-large");
            byLarge += large ? hop.path("wrote").asInt() : 0;
            bySmall += large ? 0 : hop.path("wrote").asInt();
            caughtUp += large ? hop.path("caught_up").asInt() : 0;
            assertThat(hop.path("started").asDouble())
                    .isGreaterThanOrEqualTo(hop.path("arrived").asDouble());
            assertThat(hop.path("ended").asDouble())
                    .isGreaterThanOrEqualTo(hop.path("started").asDouble());
        }
        assertThat(byLarge).isEqualTo(written.path("demo-large").asInt());
        assertThat(bySmall).isEqualTo(written.path("demo-small").asInt());
        assertThat(caughtUp)
                .isEqualTo(listed.path("catch_up_tokens").path("demo-large").asInt());
        assertThat(one.path("omitted_hops").asInt()).isZero();
        assertThat(one.toString() + listed).doesNotContain("buttons");
    }

    @Test
    void pagesAndFiltersLeaveNoneOutAndTellNoneTwice() throws Exception {
        List<String> made = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            made.add(completed("\"max_tokens\": 3").path("id").asString());
        }
        List<String> seen = new ArrayList<>();
        String before = "";
        do {
            JsonNode page = admin.get(PATH + "?model=demo&key=anonymous&outcome=length&limit=2" + before)
                    .body();
            page.path("ended").forEach(one -> seen.add(one.path("request_id").asString()));
            before = page.path("next").isNull()
                    ? ""
                    : "&before=" + page.path("next").asString();
        } while (!before.isEmpty());
        assertThat(seen).doesNotHaveDuplicates().containsSubsequence(made.reversed());

        assertThat(ended("?text=" + made.getFirst() + "&outcome=stop,failed")).isEmpty();
        assertThat(ended("?key=console&text=" + made.getFirst())).isEmpty();
        assertThat(ended("?text=" + made.getFirst().replace("cmpl-", "cmpl_")))
                .as("no pattern")
                .isEmpty();
    }

    @Test
    void aModelOrKeyThatNobodyKnowsIsRefusedWithThoseThatThereAre() throws Exception {
        AdminClient.Answer model = admin.get(PATH + "?model=nope");
        assertThat(model.status()).isEqualTo(404);
        assertThat(model.body().path("field").asString()).isEqualTo("model");
        assertThat(model.body().path("known").valueStream().map(JsonNode::asString))
                .contains("demo", "demo-small", "demo-large");
        assertThat(admin.get(PATH + "?key=nope").status()).isEqualTo(404);
        assertThat(admin.get(PATH + "?modell=demo").status()).isEqualTo(400);
        assertThat(admin.get(PATH + "?model=demo-large&key=console").status())
                .as("nothing of them need be there")
                .isEqualTo(200);
    }

    @Test
    void aRunningOneIsSeenStoppedAndLeavesNothingOnEitherModel() throws Exception {
        String cancelled = null;
        CompletableFuture<HttpResponse<String>> stream = null;
        // an answer may end before it is stopped: then the next one is tried
        for (int tries = 0; cancelled == null && tries < 50; tries++) {
            stream = http.sendAsync(
                    completion("\"stream\": true, \"ignore_eos\": true, \"n\": 8, \"max_tokens\": 400"),
                    HttpResponse.BodyHandlers.ofString());
            JsonNode running = awaitRunning(stream);
            if (running == null) {
                continue;
            }
            assertThat(running.path("finished_at").isNull()).isTrue();
            assertThat(running.path("state").asString()).isIn("queued", "waiting", "in_step");
            String id = running.path("id").asString();
            AdminClient.Answer answer = admin.post(
                    PATH + "/" + id + "/cancel", "{\"reason\": \"a test\"}", "Content-Type", "application/json");
            assertThat(answer.status()).isIn(202, 409);
            if (answer.status() == 202 && await(() -> state(id).equals("cancelled") || isOver(state(id)))) {
                cancelled = state(id).equals("cancelled") ? id : null;
            }
            if (cancelled == null) {
                // its other answers would be taken for those of the next
                stream.join();
            }
        }
        assertThat(cancelled).as("one that was stopped in time").isNotNull();
        assertThat(stream.get(10, TimeUnit.MINUTES).body())
                .as("how a stream ends that the server has ended")
                .contains("The server ended the generation.")
                .doesNotContain("[DONE]");

        JsonNode one = admin.get(PATH + "/" + cancelled).body().path("request");
        assertThat(one.path("finished_at").isNull()).isFalse();
        assertThat(admin.post(PATH + "/" + cancelled + "/cancel", "{}", "Content-Type", "application/json")
                        .status())
                .isEqualTo(409);
        JsonNode entry = admin.get("/api/admin/audit?topic=request&limit=1")
                .body()
                .path("entries")
                .get(0);
        assertThat(entry.path("action").asString()).isEqualTo("request.cancel");
        assertThat(entry.path("subject").asString())
                .isEqualTo(one.path("request_id").asString());
        assertThat(entry.path("reason").asString()).isEqualTo("a test");
        assertThat(await(() -> metric("tokenrouter_kv_cache_usage_ratio") == 0))
                .as("blocks are free")
                .isTrue();
    }

    @Test
    void whatIsNotThereOrNotAllowedIsRefusedAndSaid() throws Exception {
        AdminClient.Answer none = admin.get(PATH + "/00000000-0000-0000-0000-000000000000");
        assertThat(none.status()).isEqualTo(404);
        assertThat(none.contentType()).startsWith("application/problem+json");
        assertThat(none.body().path("title").asString()).isEqualTo("No such request");
        assertThat(admin.get(PATH + "/x").status()).isEqualTo(404);
        assertThat(admin.post(PATH + "/x/cancel", "{}", "Content-Type", "application/json")
                        .status())
                .isEqualTo(404);
        for (String wrong : List.of("limit=0", "limit=201", "outcome=won", "before=x", "text=" + "x".repeat(201))) {
            AdminClient.Answer answer = admin.get(PATH + "?" + wrong);
            assertThat(answer.status()).as(wrong).isEqualTo(400);
            assertThat(answer.body().path("field").asString()).isEqualTo(wrong.replaceAll("=.*", ""));
        }
        String id = ended("?limit=1").isEmpty()
                ? completed("\"max_tokens\": 1").path("id").asString()
                : ended("?limit=1").get(0).path("id").asString();
        try (AdminClient viewer = viewer()) {
            assertThat(viewer.get(PATH).status()).isEqualTo(200);
            assertThat(viewer.post(PATH + "/" + id + "/cancel", "{}", "Content-Type", "application/json")
                            .status())
                    .isEqualTo(403);
        }
    }

    private static AdminClient viewer() throws Exception {
        String password = admin.post(
                        "/api/admin/accounts",
                        "{\"name\": \"vera\", \"role\": \"viewer\"}",
                        "Content-Type",
                        "application/json")
                .body()
                .path("one_time_password")
                .asString();
        return new AdminClient(
                server.uri(), SignIn.choose(server.uri(), "vera", password, SignIn.PASSWORD + " of a viewer"));
    }

    private static boolean isOver(String state) {
        return List.of("stop", "length", "failed").contains(state);
    }

    private static String state(String id) {
        try {
            return admin.get(PATH + "/" + id)
                    .body()
                    .path("request")
                    .path("state")
                    .asString();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    /** Null if the answer was over before one of its generations was seen. */
    private static JsonNode awaitRunning(CompletableFuture<?> stream) throws Exception {
        while (!stream.isDone()) {
            JsonNode running = admin.get(PATH).body().path("running");
            if (!running.isEmpty()) {
                return running.get(running.size() - 1);
            }
        }
        return null;
    }

    private static JsonNode ended(String query) throws Exception {
        AdminClient.Answer answer = admin.get(PATH + query);
        assertThat(answer.status()).as(answer.body().toString()).isEqualTo(200);
        return answer.body().path("ended");
    }

    private static JsonNode completed(String fields) throws Exception {
        HttpResponse<String> answer = http.send(completion(fields), HttpResponse.BodyHandlers.ofString());
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return JsonMapper.shared().readTree(answer.body());
    }

    private static HttpRequest completion(String fields) {
        return HttpRequest.newBuilder(server.uri().resolve("/v1/completions"))
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(
                        "{\"model\": \"demo\", \"prompt\": \"Lena has 168 buttons.\", " + fields + "}"))
                .build();
    }

    private static boolean await(BooleanSupplier condition) {
        long deadline = System.nanoTime() + PATIENCE_NANOS;
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > deadline) {
                return false;
            }
            LockSupport.parkNanos(20_000_000);
        }
        return true;
    }

    /** The sum of a meter's lines. */
    private static double metric(String name) {
        try {
            return admin.text("/metrics")
                    .lines()
                    .filter(line -> line.startsWith(name))
                    .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
                    .sum();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
