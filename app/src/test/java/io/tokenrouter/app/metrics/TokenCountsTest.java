package io.tokenrouter.app.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenrouter.app.fixtures.RunningServer;
import io.tokenrouter.app.postgres.DatabaseLocation;
import java.io.InputStream;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The API's usage, the counters, the records of generations and the history agree on the tokens of each model to the last one,
 * whatever callers do.
 */
class TokenCountsTest {

    private static final long SEED = 20261130;
    private static final int REQUESTS = 60;
    private static final int CALLERS = 4;
    private static final long PATIENCE_NANOS = 300_000_000_000L;
    private static final List<String> TARGETS = List.of("demo", "demo", "demo", "demo-small", "demo-large");
    private static final JsonMapper JSON = JsonMapper.builder().build();

    @RegisterExtension
    static final RunningServer server = RunningServer.ofThisClass();

    private final MetricsClient client = new MetricsClient(server);

    /**
     * What a caller was told.
     *
     * @param id of the answer; empty for a refusal
     * @param complete false for a caller who left
     */
    private record Told(String id, boolean complete, Map<String, Long> tokens) {}

    @Test
    void agreeOverRandomTraffic() throws Exception {
        awaitIdle();
        Map<String, Long> countedBefore = counted();
        Map<String, Long> historyBefore = history();
        String since = query("SELECT now()");

        List<Told> told = traffic();
        awaitIdle();
        Map<String, Long> counted = minus(counted(), countedBefore);
        await(() -> recorded(since).equals(counted));
        await(() -> minus(history(), historyBefore).equals(counted));

        assertThat(counted.keySet()).containsExactlyInAnyOrder("demo-small", "demo-large");
        List<Told> complete = told.stream().filter(Told::complete).toList();
        assertThat(complete).hasSizeGreaterThan(20);
        assertThat(told.stream()
                        .filter(answer -> !answer.complete() && !answer.id().isEmpty()))
                .as("callers who left")
                .isNotEmpty();
        for (Told answer : complete) {
            assertThat(recordedOf(answer.id())).as(answer.id()).isEqualTo(answer.tokens());
        }
    }

    private List<Told> traffic() throws Exception {
        Random random = new Random(SEED);
        try (ExecutorService callers = Executors.newFixedThreadPool(CALLERS)) {
            List<Future<Told>> running = new ArrayList<>();
            for (int i = 0; i < REQUESTS; i++) {
                Callable<Told> request = request(random, i);
                running.add(callers.submit(request));
            }
            List<Told> told = new ArrayList<>();
            for (Future<Told> each : running) {
                told.add(each.get());
            }
            return told;
        }
    }

    private Callable<Told> request(Random random, int i) {
        String body = """
                {"model": "%s", "prompt": "Sara has %d beads. She buys %d more.", "max_tokens": %d, "temperature": %s,
                 "n": %d, "seed": %d, "ignore_eos": %s%s%s}
                """.formatted(
                        TARGETS.get(random.nextInt(TARGETS.size())),
                        random.nextInt(1000),
                        random.nextInt(1000),
                        1 + random.nextInt(50),
                        random.nextBoolean() ? "0" : "1.1",
                        1 + random.nextInt(3),
                        random.nextInt(1000),
                        random.nextBoolean(),
                        random.nextInt(3) == 0 ? ", \"stop\": [\"7\", \". \"]" : "",
                        random.nextInt(10) == 0 ? ", \"temperature\": \"hot\"" : "");
        String stream =
                body.strip().replaceFirst("}$", ", \"stream\": true, \"stream_options\": {\"include_usage\": true}}");
        return switch (i % 4) {
            case 0, 1 -> () -> told(client.post("/v1/completions", body).body());
            case 2 -> () -> toldOfStream(client.post("/v1/completions", stream).body());
            default -> () -> leave(stream, 1 + i % 5);
        };
    }

    private static Told told(String body) {
        JsonNode answer = JSON.readTree(body);
        return answer.has("error")
                ? new Told("", false, Map.of())
                : new Told(answer.path("id").asString(), true, usage(answer));
    }

    private static Told toldOfStream(String body) {
        List<String> events = body.lines()
                .filter(line -> line.startsWith("data: {"))
                .map(line -> line.substring(6))
                .toList();
        return events.isEmpty() ? new Told("", false, Map.of()) : told(events.getLast());
    }

    /** Reads some chunks and is gone. */
    private Told leave(String body, int chunks) throws Exception {
        HttpResponse<InputStream> response = client.client()
                .send(
                        HttpRequest.newBuilder(server.uri().resolve("/v1/completions"))
                                .header("content-type", "application/json")
                                .POST(HttpRequest.BodyPublishers.ofString(body))
                                .build(),
                        HttpResponse.BodyHandlers.ofInputStream());
        try (InputStream in = response.body()) {
            byte[] bytes = in.readNBytes(150 * chunks);
            String begun = new String(bytes, StandardCharsets.UTF_8);
            return new Told(begun.contains("\"id\":\"cmpl-") ? "left" : "", false, Map.of());
        }
    }

    private static Map<String, Long> usage(JsonNode answer) {
        Map<String, Long> tokens = new TreeMap<>();
        for (Map.Entry<String, JsonNode> entry :
                answer.path("usage").path("completion_tokens_by_model").properties()) {
            put(tokens, entry.getKey(), entry.getValue().asLong());
        }
        return tokens;
    }

    private static void put(Map<String, Long> tokens, String model, long count) {
        if (count > 0) {
            tokens.merge(model, count, Long::sum);
        }
    }

    private Map<String, Long> counted() throws Exception {
        Map<String, Long> tokens = new TreeMap<>();
        client.scrape("/metrics").samples().stream()
                .filter(sample -> sample.name().equals("tokenrouter_generation_tokens_total"))
                .forEach(sample -> put(tokens, sample.labels().get("model"), (long) sample.value()));
        return tokens;
    }

    private static Map<String, Long> recorded(String since) throws SQLException {
        return sums("SELECT key, sum(value::bigint) FROM generations, jsonb_each_text(completion_tokens)"
                + " WHERE finished_at >= '" + since + "' GROUP BY key");
    }

    private static Map<String, Long> recordedOf(String id) throws SQLException {
        return sums("SELECT key, sum(value::bigint) FROM generations, jsonb_each_text(completion_tokens)"
                + " WHERE request_id = '" + id + "' OR request_id LIKE '" + id + "-%' GROUP BY key");
    }

    private static Map<String, Long> history() throws SQLException {
        Map<String, Long> models = sums(
                "SELECT model_id, sum(written_tokens) FROM model_throughput WHERE resolution = 10 GROUP BY model_id");
        Map<String, Long> targets =
                sums("SELECT key, sum(value::bigint) FROM target_throughput, jsonb_each_text(tokens)"
                        + " WHERE resolution = 10 GROUP BY key");
        // a moment in which only one of them is written is not the end
        return models.equals(targets) ? models : Map.of("not yet", 1L);
    }

    private static Map<String, Long> minus(Map<String, Long> after, Map<String, Long> before) {
        return after.entrySet().stream()
                .filter(entry -> entry.getValue() > before.getOrDefault(entry.getKey(), 0L))
                .collect(Collectors.toMap(
                        Map.Entry::getKey,
                        entry -> entry.getValue() - before.getOrDefault(entry.getKey(), 0L),
                        Long::sum,
                        TreeMap::new));
    }

    private void awaitIdle() throws Exception {
        await(() -> {
            Exposition now = client.scrape("/metrics");
            return now.sum("tokenrouter_requests_running", Map.of()) == 0
                    && now.sum("tokenrouter_requests_waiting", Map.of()) == 0;
        });
        // what was written before is in samples that are stored
        Map<String, Long> counted = counted();
        long written = counted.values().stream().mapToLong(Long::longValue).sum();
        await(() -> history().values().stream().mapToLong(Long::longValue).sum() >= written);
    }

    private static void await(Callable<Boolean> condition) throws Exception {
        long deadline = System.nanoTime() + PATIENCE_NANOS;
        while (!condition.call()) {
            assertThat(System.nanoTime()).isLessThan(deadline);
            LockSupport.parkNanos(200_000_000);
        }
    }

    private static Map<String, Long> sums(String sql) throws SQLException {
        Map<String, Long> sums = new TreeMap<>();
        try (Connection connection = connect();
                ResultSet rows = connection.createStatement().executeQuery(sql)) {
            while (rows.next()) {
                put(sums, rows.getString(1), rows.getLong(2));
            }
        }
        return sums;
    }

    private static String query(String sql) throws SQLException {
        try (Connection connection = connect();
                ResultSet rows = connection.createStatement().executeQuery(sql)) {
            rows.next();
            return rows.getString(1);
        }
    }

    private static Connection connect() throws SQLException {
        DatabaseLocation location = server.server().database().location();
        return DriverManager.getConnection(location.jdbcUrl(), location.user(), location.password());
    }
}
