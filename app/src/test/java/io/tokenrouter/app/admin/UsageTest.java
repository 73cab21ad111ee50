package io.tokenrouter.app.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenrouter.app.fixtures.RunningServer;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What answers say that they cost, what usage adds up and what Prometheus counts are the same, to the last token. */
class UsageTest {

    private static final Duration PATIENCE = Duration.ofMinutes(10);
    private static final JsonMapper JSON = JsonMapper.shared();

    @RegisterExtension
    static final RunningServer server = RunningServer.withKeys();

    private static KeyHolders keys;

    @BeforeAll
    static void connect() {
        keys = new KeyHolders(server);
    }

    @AfterAll
    static void disconnect() {
        keys.close();
    }

    /** @param written by model */
    private record Cost(long requests, long prompt, Map<String, Long> written) {

        static Cost none() {
            return new Cost(0, 0, new TreeMap<>());
        }

        Cost plus(long moreRequests, long morePrompt, JsonNode moreWritten) {
            Map<String, Long> sum = new TreeMap<>(written);
            moreWritten.propertyStream().forEach(model -> {
                if (model.getValue().longValue() > 0) {
                    sum.merge(model.getKey(), model.getValue().longValue(), Long::sum);
                }
            });
            return new Cost(requests + moreRequests, prompt + morePrompt, sum);
        }
    }

    @Test
    void randomTrafficIsCountedToTheLastToken() throws Exception {
        Random random = new Random(7);
        AdminClient.Answer made = keys.make("\"models\": [\"demo\", \"demo-small\", \"demo-large\"]");
        String secret = made.body().path("secret").stringValue();
        String id = made.body().path("key").path("id").stringValue();
        Map<String, Long> counted = prometheus();

        Cost told = Cost.none();
        for (int i = 0; i < 25; i++) {
            String model = new String[] {"demo", "demo-small", "demo-large"}[random.nextInt(3)];
            String fields = "\"max_tokens\": %d, \"n\": %d, \"temperature\": 1, \"seed\": %d"
                    .formatted(1 + random.nextInt(40), 1 + random.nextInt(3), i);
            HttpResponse<String> answer = keys.complete(secret, model, fields);
            assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
            JsonNode usage = JSON.readTree(answer.body()).path("usage");
            told = told.plus(1, usage.path("prompt_tokens").longValue(), usage.path("completion_tokens_by_model"));
        }
        keys.complete(secret, "demo", "\"max_tokens\": 0");

        Cost expected = told;
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (!usage(id).equals(expected) && System.nanoTime() < deadline) {
            LockSupport.parkNanos(100_000_000);
        }
        assertThat(usage(id)).isEqualTo(expected);
        Map<String, Long> since = prometheus();
        expected.written()
                .forEach((model, tokens) -> assertThat(since.get(model) - counted.getOrDefault(model, 0L))
                        .as(model)
                        .isEqualTo(tokens));
        assertThat(csv(id)).isEqualTo(expected.requests());
    }

    @Test
    void spansAreChecked() throws Exception {
        assertThat(keys.admin().get("/api/admin/usage?from=2026-11-31").status())
                .isEqualTo(400);
        assertThat(keys.admin()
                        .get("/api/admin/usage?from=2025-01-01&to=2026-11-30")
                        .status())
                .isEqualTo(400);
        for (String trail : List.of("usage?", "audit?")) {
            AdminClient.Answer refused = keys.admin().get("/api/admin/" + trail + "from=2026-11-30&to=2026-11-29");
            assertThat(refused.status()).as(trail).isEqualTo(400);
            assertThat(refused.body().path("detail").stringValue()).isEqualTo("from must not be after to");
        }
        assertThat(keys.admin()
                        .get("/api/admin/audit?from=2026-11-30&to=2026-11-30")
                        .status())
                .as("one day")
                .isEqualTo(200);
        assertThat(keys.admin()
                        .get("/api/admin/usage?from=2020-01-01&to=2020-01-02")
                        .body()
                        .path("usage"))
                .isEmpty();
    }

    private static Cost usage(String caller) throws Exception {
        Cost cost = Cost.none();
        for (JsonNode row : keys.admin().get("/api/admin/usage").body().path("usage")) {
            if (row.path("caller").stringValue().equals(caller)) {
                cost = cost.plus(
                        row.path("requests").longValue(),
                        row.path("prompt_tokens").longValue(),
                        row.path("completion_tokens_by_model"));
            }
        }
        return cost;
    }

    /** The column of requests, added up. */
    private static long csv(String caller) throws Exception {
        return keys.admin()
                .text("/api/admin/usage.csv")
                .lines()
                .map(line -> line.split(","))
                .filter(cells -> cells[1].equals(caller))
                .mapToLong(cells -> Long.parseLong(cells[4]))
                .sum();
    }

    /** Tokens written by each model since the start, for whomever. */
    private static Map<String, Long> prometheus() throws Exception {
        Map<String, Long> tokens = new TreeMap<>();
        keys.look("/metrics")
                .lines()
                .filter(line -> line.startsWith("tokenrouter_generation_tokens_total{"))
                .forEach(line -> tokens.merge(
                        line.replaceAll(".*model=\"([^\"]+)\".*", "$1"),
                        (long) Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)),
                        Long::sum));
        return tokens;
    }
}
