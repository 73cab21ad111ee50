package io.tokenrouter.bench.quality;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.tokenrouter.bench.Main;
import io.tokenrouter.demo.DemoTask;
import io.tokenrouter.demo.Problem;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The measurement against a server that answers as told: the large model is right, the small one never is. */
class QualityCommandTest {

    private static final JsonMapper JSON = JsonMapper.shared();
    private static final List<Problem> PROBLEMS = DemoTask.testProblems(4);

    private final Queue<JsonNode> requests = new ConcurrentLinkedQueue<>();
    private HttpServer server;

    @TempDir
    private Path folder;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/v1/chat/completions", this::answer);
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    @Test
    void everyPolicyIsAskedEveryProblemAndRandomGetsTheSharesOfEntropy() throws Exception {
        Path file = folder.resolve("quality.json");

        int exit = Main.run(
                "quality", "--url", url(), "--problems", "4", "--thresholds", "0.5,1.5", "--json", file.toString());

        assertThat(exit).isZero();
        JsonNode rows = JSON.readTree(Files.readString(file)).get("rows");
        assertThat(rows.valueStream().map(row -> row.get("policy").asString()))
                .containsExactly("small", "large", "entropy", "entropy", "random", "random");
        for (JsonNode row : rows) {
            assertThat(row.propertyNames())
                    .containsExactly(
                            "policy", "threshold", "large_share", "accuracy", "switches_per_answer", "problems");
            assertThat(row.get("problems").asInt()).isEqualTo(4);
        }
        assertThat(rows.at("/0/accuracy").asDouble()).isZero();
        assertThat(rows.at("/0/large_share").asDouble()).isZero();
        assertThat(rows.at("/0/threshold").isNull()).isTrue();
        assertThat(rows.at("/1/accuracy").asDouble()).isEqualTo(1);
        assertThat(rows.at("/1/large_share").asDouble()).isEqualTo(1);
        assertThat(rows.at("/2/large_share").asDouble()).isCloseTo(0.2, within(1e-9));
        assertThat(rows.at("/2/switches_per_answer").asDouble()).isEqualTo(3);
        assertThat(rows.at("/3/accuracy").asDouble())
                .as("an answer that a limit cut off is wrong whatever it says")
                .isZero();
        assertThat(rows.at("/4/threshold").asDouble()).isCloseTo(0.2, within(1e-9));
    }

    @Test
    void requestsAreGreedyAndSaySeedAndPolicy() throws Exception {
        Main.run("quality", "--url", url(), "--problems", "2", "--thresholds", "0.5");

        assertThat(requests).hasSize(8).allSatisfy(request -> {
            assertThat(request.get("temperature").asInt(-1)).isZero();
            assertThat(request.get("max_tokens").asInt()).isEqualTo(DemoTask.MAX_ANSWER_TOKENS);
        });
        assertThat(requests.stream().filter(r -> r.get("model").asString().equals("demo-large")))
                .allSatisfy(request -> assertThat(request.has("routing")).isFalse())
                .extracting(request -> request.get("seed").asInt())
                .containsExactlyInAnyOrder(0, 1);
        assertThat(requests.stream()
                        .filter(r -> r.at("/routing/policy").asString("").equals("uncertainty")))
                .hasSize(2)
                .allSatisfy(request ->
                        assertThat(request.at("/routing/threshold").asDouble()).isEqualTo(0.5));
    }

    @Test
    void aServerThatRefusesEndsTheMeasurement() {
        server.removeContext("/v1/chat/completions");

        assertThat(Main.run("quality", "--url", url(), "--problems", "1")).isEqualTo(1);
    }

    private String url() {
        return "http://localhost:" + server.getAddress().getPort();
    }

    private void answer(HttpExchange exchange) {
        try (exchange) {
            JsonNode request = JSON.readTree(exchange.getRequestBody().readAllBytes());
            requests.add(request);
            byte[] body = JSON.writeValueAsString(reply(request)).getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Map<String, Object> reply(JsonNode request) {
        String question = request.at("/messages/0/content").asString();
        Problem problem = PROBLEMS.stream()
                .filter(p -> p.prompt().equals(question))
                .findFirst()
                .orElseThrow();
        String model = request.get("model").asString();
        String text = model.equals("demo-small") ? "Answer: -1" : problem.answer();
        boolean cut = request.at("/routing/threshold").asDouble(0) == 1.5;
        Map<String, Object> choice = Map.of(
                "message", Map.of("role", "assistant", "content", text), "finish_reason", cut ? "length" : "stop");
        Map<String, Object> usage = Map.of("completion_tokens", 10);
        if (!request.has("routing")) {
            return Map.of("choices", List.of(choice), "usage", usage);
        }
        Map<String, Object> routing =
                Map.of("completion_tokens", Map.of("demo-small", 8, "demo-large", 2), "switches", 3);
        return Map.of("choices", List.of(choice), "usage", usage, "routing", routing);
    }
}
