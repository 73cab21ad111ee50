package io.tokenrouter.bench.quality;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Asks {@code /v1/chat/completions}, greedily. Safe from any thread. */
final class ChatClient {

    private static final JsonMapper JSON = JsonMapper.shared();
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private final URI endpoint;
    private final int maxTokens;
    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    /** @param server for example {@code http://localhost:8080} */
    ChatClient(URI server, int maxTokens) {
        this.endpoint = server.resolve("/v1/chat/completions");
        this.maxTokens = maxTokens;
    }

    /**
     * @param seed decides a random policy's coins, nothing else
     * @throws IOException if the server cannot be reached or refuses; the message has its answer
     */
    Answer ask(Policy policy, String question, long seed) throws IOException, InterruptedException {
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("model", policy.model());
        body.put("messages", List.of(Map.of("role", "user", "content", question)));
        body.put("temperature", 0);
        body.put("max_tokens", maxTokens);
        body.put("seed", seed);
        if (!policy.routing().isEmpty()) {
            body.put("routing", policy.routing());
        }
        HttpResponse<String> response = http.send(
                HttpRequest.newBuilder(endpoint)
                        .timeout(PATIENCE)
                        .header("Content-Type", "application/json")
                        .POST(HttpRequest.BodyPublishers.ofString(JSON.writeValueAsString(body)))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
        if (response.statusCode() != 200) {
            throw new IOException("the server answered " + response.statusCode() + ": " + response.body());
        }
        return answer(policy, JSON.readTree(response.body()));
    }

    private static Answer answer(Policy policy, JsonNode json) {
        JsonNode choice = json.at("/choices/0");
        Map<String, Integer> tokens = new LinkedHashMap<>();
        JsonNode byModel = json.at("/routing/completion_tokens");
        if (byModel.isMissingNode()) {
            tokens.put(policy.model(), json.at("/usage/completion_tokens").asInt());
        } else {
            byModel.properties()
                    .forEach(
                            entry -> tokens.put(entry.getKey(), entry.getValue().asInt()));
        }
        return new Answer(
                choice.at("/message/content").asString(""),
                choice.at("/finish_reason").asString("").equals("stop"),
                tokens,
                json.at("/routing/switches").asInt(0));
    }
}
