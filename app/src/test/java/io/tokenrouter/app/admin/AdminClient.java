package io.tokenrouter.app.admin;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Talks to the admin API of a server as a program does. */
final class AdminClient implements AutoCloseable {

    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final HttpClient http = HttpClient.newHttpClient();
    private final URI server;
    private final String token;

    /** @param token of a session */
    AdminClient(URI server, String token) {
        this.server = server;
        this.token = token;
    }

    /** An answer with its body read. */
    record Answer(int status, String contentType, String etag, JsonNode body) {}

    Answer get(String path) throws Exception {
        return send(HttpRequest.newBuilder(server.resolve(path)));
    }

    /** The body of an answer that is no JSON. */
    String text(String path) throws Exception {
        return sendRaw(HttpRequest.newBuilder(server.resolve(path))).body();
    }

    /**
     * @param headers name, value, name, value, ...
     */
    Answer put(String path, String body, String... headers) throws Exception {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(server.resolve(path)).PUT(HttpRequest.BodyPublishers.ofString(body));
        if (headers.length > 0) {
            request.headers(headers);
        }
        return send(request);
    }

    /** Likewise. */
    Answer post(String path, String body, String... headers) throws Exception {
        return send(HttpRequest.newBuilder(server.resolve(path))
                .headers(headers)
                .POST(HttpRequest.BodyPublishers.ofString(body)));
    }

    /** Likewise. */
    Answer patch(String path, String body, String... headers) throws Exception {
        return send(HttpRequest.newBuilder(server.resolve(path))
                .headers(headers)
                .method("PATCH", HttpRequest.BodyPublishers.ofString(body)));
    }

    /** Likewise. */
    Answer delete(String path, String... headers) throws Exception {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(server.resolve(path)).DELETE();
        if (headers.length > 0) {
            request.headers(headers);
        }
        return send(request);
    }

    Answer pin(String pair, String ifMatch, String body) throws Exception {
        return put("/api/admin/batching/" + pair, body, "Content-Type", "application/json", "If-Match", ifMatch);
    }

    private Answer send(HttpRequest.Builder request) throws Exception {
        HttpResponse<String> response = sendRaw(request);
        return new Answer(
                response.statusCode(),
                response.headers().firstValue("Content-Type").orElse(""),
                response.headers().firstValue("ETag").orElse(""),
                JSON.readTree(response.body()));
    }

    private HttpResponse<String> sendRaw(HttpRequest.Builder request) throws Exception {
        return http.send(
                request.header("Authorization", "Bearer " + token).build(), HttpResponse.BodyHandlers.ofString());
    }

    @Override
    public void close() {
        http.shutdownNow();
    }
}
