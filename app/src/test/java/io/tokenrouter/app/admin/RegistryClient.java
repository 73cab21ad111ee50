package io.tokenrouter.app.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenrouter.app.admin.AdminClient.Answer;
import io.tokenrouter.app.fixtures.RunningServer;
import io.tokenrouter.app.fixtures.TestFolders;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Registers copies of the demo pair's files in a running server, waits for their states, and asks them. */
final class RegistryClient implements AutoCloseable {

    static final String[] JSON = {"Content-Type", "application/json"};

    private static final String QUESTION = "Sara has 54 old and 75 new beads. How many beads are there?";
    private static final Duration PATIENCE = Duration.ofMinutes(10);

    private final HttpClient http = HttpClient.newHttpClient();
    private final URI server;
    private final AdminClient admin;
    private final Path folder;

    RegistryClient(RunningServer running, AdminClient admin) throws Exception {
        this.server = running.uri();
        this.admin = admin;
        this.folder = Files.createDirectories(running.dataFolder().resolve("models"));
        Path demo = TestFolders.repository().resolve("models/demo");
        for (String size : new String[] {"small", "large"}) {
            Path copy = folder.resolve("twin-" + size + ".gguf");
            if (Files.notExists(copy)) {
                Files.copy(demo.resolve("demo-" + size + ".gguf"), copy);
            }
        }
    }

    /** Where models may be taken from; has {@code twin-small.gguf} and {@code twin-large.gguf}. */
    Path folder() {
        return folder;
    }

    Answer register(String id, String file, boolean load) throws Exception {
        String body = JsonMapper.shared()
                .writeValueAsString(
                        Map.of("id", id, "path", folder.resolve(file).toString(), "load", load));
        return admin.post("/api/admin/models", body, JSON);
    }

    Answer pair(String id, String small, String large) throws Exception {
        String body = JsonMapper.shared().writeValueAsString(Map.of("id", id, "small", small, "large", large));
        return admin.post("/api/admin/pairs", body, JSON);
    }

    /** @param roles further models by role */
    Answer pair(String id, String small, String large, Map<String, String> roles) throws Exception {
        String body = JsonMapper.shared()
                .writeValueAsString(Map.of("id", id, "small", small, "large", large, "roles", roles));
        return admin.post("/api/admin/pairs", body, JSON);
    }

    /** A greedy answer. @param routing JSON; empty for the usual policy */
    HttpResponse<String> answer(String model, String routing) throws Exception {
        String body = """
                {"model": "%s", "messages": [{"role": "user", "content": "%s"}], "max_tokens": 40,
                 "temperature": 0%s}""".formatted(model, QUESTION, routing.isEmpty() ? "" : ", \"routing\": " + routing);
        return http.send(request(body), HttpResponse.BodyHandlers.ofString());
    }

    HttpResponse<String> chat(String model) throws Exception {
        String body = """
                {"model": "%s", "messages": [{"role": "user", "content": "%s"}], "max_tokens": 4}""".formatted(model, QUESTION);
        return http.send(request(body), HttpResponse.BodyHandlers.ofString());
    }

    /** Everything that a stream of some seconds brings; tells when it has begun. */
    String slowStream(String model, CountDownLatch begun) {
        String body = """
                {"model": "%s", "messages": [{"role": "user", "content": "%s"}], "max_tokens": 400, "n": 6,
                 "logit_bias": {"1": -100}, "stream": true, "temperature": 0,
                 "routing": {"policy": "fixed"}}""".formatted(model, QUESTION);
        try {
            StringBuilder all = new StringBuilder();
            http.send(request(body), HttpResponse.BodyHandlers.ofLines()).body().forEach(line -> {
                all.append(line).append('\n');
                begun.countDown();
            });
            return all.toString();
        } catch (Exception e) {
            begun.countDown();
            return "error " + e;
        }
    }

    private HttpRequest request(String body) {
        return HttpRequest.newBuilder(server.resolve("/v1/chat/completions"))
                .headers(JSON)
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build();
    }

    /** @param list {@code models} or {@code pairs} */
    void await(String list, String id, Predicate<String> wanted) throws Exception {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        String state = state(list, id);
        while (!wanted.test(state)) {
            assertThat(System.nanoTime())
                    .as(list + " " + id + " stays " + state)
                    .isLessThan(deadline);
            TimeUnit.MILLISECONDS.sleep(20);
            state = state(list, id);
        }
    }

    private String state(String list, String id) throws Exception {
        return admin.get("/api/admin/" + list + "/" + id).body().path("state").asString("");
    }

    /** Removes all that does not come with the server. */
    void forgetAll() throws Exception {
        for (String list : new String[] {"pairs", "models"}) {
            for (JsonNode one : admin.get("/api/admin/" + list).body().path(list)) {
                String id = one.path("id").asString();
                if (!id.startsWith("demo")) {
                    await(list, id, state -> !state.equals("loading") && !state.equals("draining"));
                    admin.delete("/api/admin/" + list + "/" + id + "?patience_seconds=0", "If-Match", "*");
                    await(list, id, String::isEmpty);
                }
            }
        }
    }

    @Override
    public void close() {
        http.shutdownNow();
    }
}
