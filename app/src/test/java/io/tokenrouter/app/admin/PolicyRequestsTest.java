package io.tokenrouter.app.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenrouter.app.admin.AdminClient.Answer;
import io.tokenrouter.app.fixtures.RunningServer;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What requests make of the policies that an operator saves. */
class PolicyRequestsTest {

    @RegisterExtension
    static final RunningServer server = RunningServer.shared();

    private final HttpClient http = HttpClient.newHttpClient();
    private PolicyClient policies;

    @BeforeEach
    void connect() {
        policies = new PolicyClient(server);
    }

    @AfterEach
    void forget() throws Exception {
        policies.close();
        http.shutdownNow();
    }

    @Test
    void whatCameOfEachVersionIsToldFromTheRecordsOfItsAnswers() throws Exception {
        policies.create("counted", "{\"algorithm\": \"fixed\", \"options\": {\"role\": \"small\"}}");
        policies.follow("counted");
        int small = tokens(chat()) + tokens(chat());
        policies.save("counted", 1, "{\"algorithm\": \"fixed\", \"options\": {\"role\": \"large\"}}");
        int large = tokens(chat());
        policies.save("counted", 2, "{\"algorithm\": \"random\"}");

        JsonNode versions = figures("counted");
        long deadline = System.nanoTime() + TimeUnit.MINUTES.toNanos(10);
        while (versions.size() < 2 || versions.path(1).path("answers").asInt() < 2) {
            assertThat(System.nanoTime()).as("recorded in time: %s", versions).isLessThan(deadline);
            LockSupport.parkNanos(100_000_000);
            versions = figures("counted");
        }
        assertThat(versions).as("the third has decided nothing").hasSize(2);
        assertThat(versions.path(0).path("version").asInt()).isEqualTo(2);
        assertThat(versions.path(0).path("tokens").asInt()).isEqualTo(large);
        assertThat(versions.path(0).path("large_share").asDouble()).isEqualTo(1);
        assertThat(versions.path(1).path("answers").asInt()).isEqualTo(2);
        assertThat(versions.path(1).path("tokens").asInt()).isEqualTo(small);
        assertThat(versions.path(1).path("large_share").asDouble()).isZero();
        assertThat(versions.path(1).path("switches_per_answer").asDouble()).isZero();
    }

    private JsonNode figures(String policy) throws Exception {
        return policies.get(policy + "/figures").body().path("versions");
    }

    private static int tokens(String answer) {
        return JsonMapper.shared()
                .readTree(answer)
                .path("usage")
                .path("completion_tokens")
                .asInt();
    }

    @Test
    void aRunningRequestKeepsTheVersionItBeganWith() throws Exception {
        policies.create("mine", "{\"algorithm\": \"fixed\", \"options\": {\"role\": \"large\"}}");
        assertThat(policies.follow("mine").status()).isEqualTo(200);
        CountDownLatch begun = new CountDownLatch(1);
        CompletableFuture<List<String>> running = CompletableFuture.supplyAsync(() -> slowStream(begun));
        assertThat(begun.await(10, TimeUnit.MINUTES)).isTrue();

        Answer edited = policies.save("mine", 1, "{\"algorithm\": \"fixed\", \"options\": {\"role\": \"small\"}}");
        assertThat(edited.etag()).isEqualTo("\"2\"");
        JsonNode after = routing(chat());

        assertThat(after.path("policy_version").asInt()).isEqualTo(2);
        assertThat(after.path("large_share").asDouble()).isZero();
        String last = running.get(10, TimeUnit.MINUTES).stream()
                .filter(line -> line.contains("\"policy_version\""))
                .reduce((earlier, later) -> later)
                .orElseThrow();
        assertThat(last).contains("\"policy_version\":1").contains("\"large_share\":1");
    }

    @Test
    void whatAThresholdWouldComeToIsKnownFromWhatWasSeen() throws Exception {
        for (int i = 0; i < 4; i++) {
            chat();
        }
        JsonNode seen = policies.get("signals?pair=demo").body();

        assertThat(seen.path("positions").asLong()).isGreaterThanOrEqualTo(100);
        double before = 2;
        for (JsonNode point : seen.path("points")) {
            assertThat(point.path("large_share").asDouble()).isBetween(0.0, before);
            before = point.path("large_share").asDouble();
        }
    }

    private List<String> slowStream(CountDownLatch begun) {
        List<String> lines = new ArrayList<>();
        try {
            http.send(request(400, 6, true), HttpResponse.BodyHandlers.ofLines())
                    .body()
                    .forEach(line -> {
                        lines.add(line);
                        begun.countDown();
                    });
        } catch (Exception e) {
            lines.add("failed: " + e);
            begun.countDown();
        }
        return lines;
    }

    private String chat() throws Exception {
        return http.send(request(60, 1, false), HttpResponse.BodyHandlers.ofString())
                .body();
    }

    private static JsonNode routing(String answer) {
        return JsonMapper.shared().readTree(answer).path("routing");
    }

    private static HttpRequest request(int maxTokens, int n, boolean stream) {
        String body = """
                {"model": "demo", "messages": [{"role": "user", "content": "Sara has 54 beads. She buys 75 more. How many?"}],
                 "max_tokens": %d, "n": %d, "stream": %b, "stream_options": %s, "temperature": 0, "logit_bias": {"1": -100}}""".formatted(maxTokens, n, stream, stream ? "{\"include_usage\": true}" : "null");
        return HttpRequest.newBuilder(server.uri().resolve("/v1/chat/completions"))
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build();
    }
}
