package io.tokenrouter.bench.soak;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Talks HTTP to the server. Safe from any thread. */
final class Api implements AutoCloseable {

    private static final JsonMapper JSON = JsonMapper.shared();
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final URI server;

    Api(URI server) {
        this.server = server;
    }

    /** An answer with its body read. */
    record Answer(int status, String body) {

        JsonNode json() {
            return JSON.readTree(body);
        }

        /** For whoever has to find out what went wrong. */
        String shown() {
            return status + " " + (body.length() <= 300 ? body : body.substring(0, 300) + "...");
        }
    }

    URI server() {
        return server;
    }

    /**
     * Sends a request.
     *
     * @param token for the header {@code Authorization}: a key, or a session's
     * @param body empty for none
     * @param headers name, value, name, value, ...
     */
    Answer send(String method, String path, String token, String body, String... headers) throws IOException {
        HttpRequest.Builder request = HttpRequest.newBuilder(server.resolve(path))
                .timeout(PATIENCE)
                .header("Authorization", "Bearer " + token)
                .method(
                        method,
                        body.isEmpty()
                                ? HttpRequest.BodyPublishers.noBody()
                                : HttpRequest.BodyPublishers.ofString(body));
        if (headers.length > 0) {
            request.headers(headers);
        } else {
            request.header("Content-Type", "application/json");
        }
        try {
            HttpResponse<String> response = http.send(request.build(), HttpResponse.BodyHandlers.ofString());
            return new Answer(response.statusCode(), response.body());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }

    /** The text at {@code /metrics}. */
    String metrics() throws IOException {
        return send("GET", "/metrics", "none", "").body();
    }

    @Override
    public void close() {
        http.close();
    }
}
