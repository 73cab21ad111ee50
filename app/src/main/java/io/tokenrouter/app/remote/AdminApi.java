package io.tokenrouter.app.remote;

import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.MissingNode;

/** The admin API of one server. Whatever it refuses is a {@link RemoteException} with the server's own words. */
final class AdminApi implements AutoCloseable {

    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final HttpClient http =
            HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(10)).build();
    private final URI server;
    private final String token;

    /** @param token of a session; empty for none */
    AdminApi(URI server, String token) {
        this.server = server;
        this.token = token;
    }

    JsonNode get(String path) {
        return send(request(path).GET());
    }

    /** Changes or begins something; the body is sent where it is not empty. */
    JsonNode post(String path, Map<String, ?> body) {
        return send(request(path).POST(publisher(body)));
    }

    JsonNode put(String path, Map<String, ?> body) {
        return send(request(path).PUT(publisher(body)));
    }

    /** Changes what has this version; refused where it has another by now. */
    JsonNode put(String path, int version, Map<String, ?> body) {
        return send(request(path).header("If-Match", "\"" + version + "\"").PUT(publisher(body)));
    }

    /** Deletes whatever version there is: who types a command has looked a moment before at most. */
    JsonNode delete(String path) {
        return send(request(path).header("If-Match", "*").DELETE());
    }

    private HttpRequest.Builder request(String path) {
        HttpRequest.Builder request = HttpRequest.newBuilder(server.resolve(path))
                .timeout(PATIENCE)
                .header("Accept", "application/json")
                .header("Content-Type", "application/json");
        if (!token.isEmpty()) {
            request.header("Authorization", "Bearer " + token);
        }
        return request;
    }

    private static HttpRequest.BodyPublisher publisher(Map<String, ?> body) {
        return HttpRequest.BodyPublishers.ofByteArray(JSON.writeValueAsBytes(body));
    }

    private JsonNode send(HttpRequest.Builder request) {
        HttpResponse<String> response;
        try {
            response = http.send(request.build(), HttpResponse.BodyHandlers.ofString());
        } catch (ConnectException nobodyThere) {
            throw new RemoteException("no server answers at " + server + "; ./tokenrouter serve starts one");
        } catch (IOException e) {
            throw new RemoteException("cannot ask " + server + ": " + e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new RemoteException("interrupted");
        }
        JsonNode body = parsed(response.body());
        if (response.statusCode() / 100 != 2) {
            throw new RemoteException(refusal(response.statusCode(), body));
        }
        return body;
    }

    private static JsonNode parsed(String body) {
        try {
            return body.isBlank() ? MissingNode.getInstance() : JSON.readTree(body);
        } catch (JacksonException noServerOfOurs) {
            return MissingNode.getInstance();
        }
    }

    private String refusal(int status, JsonNode body) {
        boolean isOfASession = status == 401 && !body.has("tries_left");
        if (isOfASession && token.isEmpty()) {
            return "nobody is signed in at " + server + "; ./tokenrouter sign-in does that, or set TOKENROUTER_TOKEN";
        }
        if (isOfASession) {
            return "the session at " + server + " has ended; ./tokenrouter sign-in begins another one";
        }
        String detail = body.path("detail")
                .asString(body.path("error").path("message").asString("the server answered " + status));
        return Columns.plain(detail.strip().replaceFirst("\\.$", ""));
    }

    @Override
    public void close() {
        http.close();
    }
}
