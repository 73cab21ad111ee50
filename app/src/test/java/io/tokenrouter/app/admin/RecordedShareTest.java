package io.tokenrouter.app.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tokenrouter.app.admin.AdminClient.Answer;
import io.tokenrouter.app.fixtures.RunningServer;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What signals on record promise of a share, against the share of other traffic. Greedy, and so the same at every run. */
class RecordedShareTest {

    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final Path PROBLEMS =
            Path.of(System.getProperty("tokenrouter.home", "..")).resolve("models/demo/calibration.jsonl");
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(600);
    private static final int COUNT = 40;

    /** Gives the large model about 15 % of the tokens. */
    private static final double IN_FORCE = 0.00326;

    @RegisterExtension
    static final RunningServer server = RunningServer.ofThisClass();

    @Test
    void aShareThatWasToldFromTheRecordHoldsOnOtherProblemsWithinTwoPoints() throws Exception {
        List<String> lines = Files.readAllLines(PROBLEMS).subList(0, 2 * COUNT);
        try (AdminClient admin = new AdminClient(server.uri(), server.adminToken())) {
            Answer decided = admin.put(
                    "/api/admin/signals/recording",
                    "{\"share\": 1, \"most_bytes\": 268435456, \"kept_seconds\": 2592000}",
                    "Content-Type",
                    "application/json",
                    "If-Match",
                    "*");
            assertThat(decided.status()).as(decided.body().toString()).isEqualTo(200);
            share(lines.subList(0, COUNT), IN_FORCE);
            awaitRecords(admin);

            Answer found = admin.post(
                    "/api/admin/pairs/demo/calibrations",
                    "{\"policy\": \"uncertainty\", \"share\": 0.2}",
                    "Content-Type",
                    "application/json");
            assertThat(found.status()).as(found.body().toString()).isEqualTo(200);
            JsonNode result = found.body().path("result");
            double predicted = result.at("/predicted/share/value").asDouble();
            double threshold = result.path("threshold").asDouble();
            assertThat(predicted).isCloseTo(0.2, within(0.005));
            assertThat(threshold).as("further than what was in force").isLessThan(IN_FORCE);

            assertThat(share(lines.subList(COUNT, 2 * COUNT), threshold))
                    .as("with threshold %s", threshold)
                    .isCloseTo(predicted, within(0.02));
        }
    }

    private static void awaitRecords(AdminClient admin) throws Exception {
        long deadline = System.nanoTime() + PATIENCE_NANOS;
        while (admin.get("/api/admin/signals?pair=demo&requests=1000")
                        .body()
                        .path("requests")
                        .size()
                < COUNT) {
            assertThat(System.nanoTime()).as("all are written in time").isLessThan(deadline);
            LockSupport.parkNanos(100_000_000);
        }
    }

    /** Share of the large model in the answers to some problems. */
    private static double share(List<String> problems, double threshold) throws Exception {
        long large = 0;
        long all = 0;
        try (HttpClient http = HttpClient.newHttpClient();
                ExecutorService clients = Executors.newFixedThreadPool(8)) {
            List<Future<JsonNode>> usages = new ArrayList<>();
            for (String problem : problems) {
                String prompt = JSON.readTree(problem).path("prompt").asString();
                usages.add(clients.submit(() -> usage(http, prompt, threshold)));
            }
            for (Future<JsonNode> each : usages) {
                all += each.get().path("completion_tokens").asLong();
                large += each.get()
                        .path("completion_tokens_by_model")
                        .path("demo-large")
                        .asLong(0);
            }
        }
        return large / (double) all;
    }

    private static JsonNode usage(HttpClient http, String prompt, double threshold) throws Exception {
        String body = JSON.writeValueAsString(Map.of(
                "model",
                "demo",
                "temperature",
                0,
                "max_completion_tokens",
                170,
                "messages",
                List.of(Map.of("role", "user", "content", prompt)),
                "routing",
                Map.of("policy", "uncertainty", "threshold", threshold)));
        HttpResponse<String> answer = http.send(
                HttpRequest.newBuilder(server.uri().resolve("/v1/chat/completions"))
                        .header("content-type", "application/json")
                        .POST(HttpRequest.BodyPublishers.ofString(body))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return JSON.readTree(answer.body()).path("usage");
    }
}
