package io.tokenrouter.app.clients;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A problem that the demo pair solves, and what the server itself says of conversations about it. */
final class DemoProblem {

    static final String TEXT = "Sara has 54 old and 75 new beads. A friend takes 55. A friend brings 257 more."
            + " How many beads are there at the end?";
    static final String SOLUTION = "Answer: 331";

    private static final JsonMapper JSON = JsonMapper.shared();

    private DemoProblem() {}

    /** Tokens of a conversation in which user and assistant speak in turn, the user first. */
    static int promptTokens(URI server, String... turns) {
        List<Map<String, String>> messages = new ArrayList<>();
        for (String turn : turns) {
            messages.add(Map.of("role", messages.size() % 2 == 0 ? "user" : "assistant", "content", turn));
        }
        return ask(server, "/tokenize", Map.of("model", "demo", "messages", messages))
                .path("count")
                .intValue();
    }

    /** Tokens of the greedy answer to the problem. */
    static int completionTokens(URI server) {
        Map<String, Object> request =
                Map.of("model", "demo", "temperature", 0, "messages", List.of(Map.of("role", "user", "content", TEXT)));
        return ask(server, "/v1/chat/completions", request)
                .at("/usage/completion_tokens")
                .intValue();
    }

    private static JsonNode ask(URI server, String path, Map<String, Object> body) {
        try (HttpClient http = HttpClient.newHttpClient()) {
            return JSON.readTree(http.send(
                            HttpRequest.newBuilder(server.resolve(path))
                                    .header("content-type", "application/json")
                                    .POST(HttpRequest.BodyPublishers.ofString(JSON.writeValueAsString(body)))
                                    .build(),
                            HttpResponse.BodyHandlers.ofString())
                    .body());
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
