package io.tokenrouter.app.v1;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenrouter.app.serving.AccessException;
import io.tokenrouter.app.serving.Caller;
import io.tokenrouter.engine.fixtures.ScriptedEngine;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Mono;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What callers are told who are not let in, or not everywhere. */
class AccessTest {

    private static final JsonMapper JSON = JsonMapper.shared();
    private static final HttpClient http = HttpClient.newHttpClient();
    private static final AtomicReference<AccessException> limit = new AtomicReference<>();
    private static ScriptedEngine engine;
    private static ApiServer server;

    /** May use the pair, and the model {@code small}. */
    private record Limited(boolean mayRoute) implements Caller {

        @Override
        public String account() {
            return "limited";
        }

        @Override
        public boolean mayUse(String id) {
            return Set.of("duo", "small").contains(id);
        }

        @Override
        public void requested() {
            AccessException refusal = limit.get();
            if (refusal != null) {
                throw refusal;
            }
        }

        @Override
        public void used(long tokens) {}
    }

    @BeforeAll
    static void start() {
        engine = new ScriptedEngine(request -> Scripts.sum());
        server = new ApiServer(engine);
        server.access = authorization -> switch (authorization.isEmpty() ? "" : authorization.getFirst()) {
            case "Bearer router" -> Mono.just(new Limited(true));
            case "Bearer good" -> Mono.just(new Limited(false));
            case "Bearer away" -> Mono.error(AccessException.undecided("the database is away", 5));
            default -> Mono.error(AccessException.noValidKey("no such key"));
        };
    }

    @AfterAll
    static void stop() {
        server.close();
        engine.close();
        http.shutdownNow();
    }

    @AfterEach
    void noLimit() {
        limit.set(null);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/v1/models",
                "/v1/models/duo",
                "/v1/no-such-address",
                "/v1",
                "/v1/",
                "/%76%31/models",
                "/v1;a=b/models",
                "//v1/models",
                "/v1//models"
            })
    void noSpellingOfAnAddressGetsPastTheKey(String path) throws Exception {
        HttpResponse<String> answer = get(path, "Bearer wrong");
        assertThat(answer.statusCode()).as(answer.body()).isIn(401, 404);
        assertThat(answer.body()).doesNotContain("\"duo\"");
        if (path.startsWith("/v1/models")) {
            assertThat(answer.statusCode()).isEqualTo(401);
        }
    }

    @Test
    void aWrongKeyIsToldInTheEnvelope() throws Exception {
        HttpResponse<String> answer = post("Bearer wrong", ScriptedApi.chatBody("duo", ""));
        assertThat(answer.statusCode()).isEqualTo(401);
        assertThat(answer.headers().firstValue("WWW-Authenticate")).contains("Bearer");
        assertThat(error(answer, "type")).isEqualTo("authentication_error");
        assertThat(error(answer, "code")).isEqualTo("invalid_api_key");
        assertThat(error(answer, "message")).isEqualTo("no such key");
    }

    @Test
    void aKeySeesOnlyWhatItMayUse() throws Exception {
        JsonNode list = JSON.readTree(get("/v1/models", "Bearer good").body());
        assertThat(list.path("data").valueStream().map(model -> model.path("id").stringValue()))
                .containsExactly("duo", "small");
        assertThat(get("/v1/models/small", "Bearer good").statusCode()).isEqualTo(200);
        HttpResponse<String> hidden = get("/v1/models/large", "Bearer good");
        assertThat(hidden.statusCode()).isEqualTo(404);
        assertThat(hidden.body())
                .isEqualTo(get("/v1/models/no-such", "Bearer good").body().replace("no-such", "large"));
    }

    @Test
    void aModelThatTheKeyLacksIsForbidden() throws Exception {
        HttpResponse<String> answer = post("Bearer good", ScriptedApi.chatBody("large", ""));
        assertThat(answer.statusCode()).isEqualTo(403);
        assertThat(error(answer, "type")).isEqualTo("permission_error");
        assertThat(error(answer, "param")).isEqualTo("model");
        assertThat(post("Bearer good", ScriptedApi.chatBody("duo", "")).statusCode())
                .isEqualTo(200);
        assertThat(post("Bearer good", ScriptedApi.chatBody("small", "")).statusCode())
                .isEqualTo(200);
    }

    @Test
    void onlyAKeyThatMayRouteChoosesHow() throws Exception {
        String choosing = ScriptedApi.chatBody("duo", ", \"routing\": {\"threshold\": 0.3}");
        HttpResponse<String> refused = post("Bearer good", choosing);
        assertThat(refused.statusCode()).isEqualTo(403);
        assertThat(error(refused, "param")).isEqualTo("routing");
        assertThat(post("Bearer router", choosing).statusCode()).isEqualTo(200);
        assertThat(post("Bearer good", ScriptedApi.chatBody("duo", ", \"routing\": {\"trace\": true}"))
                        .statusCode())
                .isEqualTo(200);
    }

    @Test
    void aLimitIsToldWithWhenToComeBack() throws Exception {
        limit.set(AccessException.limited("too many", 17));
        HttpResponse<String> answer = post("Bearer good", ScriptedApi.chatBody("duo", ""));
        assertThat(answer.statusCode()).isEqualTo(429);
        assertThat(answer.headers().firstValue("Retry-After")).contains("17");
        assertThat(error(answer, "code")).isEqualTo("rate_limit_exceeded");
        assertThat(get("/v1/models", "Bearer good").statusCode())
                .as("looking is no request")
                .isEqualTo(200);
    }

    @Test
    void aKeyThatCannotBeJudgedIsToComeBack() throws Exception {
        HttpResponse<String> answer = get("/v1/models", "Bearer away");
        assertThat(answer.statusCode()).isEqualTo(503);
        assertThat(answer.headers().firstValue("Retry-After")).contains("5");
        assertThat(error(answer, "type")).isEqualTo("server_error");
    }

    @Test
    void whatIsNotTheApiNeedsNoKey() throws Exception {
        assertThat(get("/health", "Bearer wrong").statusCode()).isEqualTo(200);
    }

    private static String error(HttpResponse<String> answer, String field) {
        return JSON.readTree(answer.body()).path("error").path(field).stringValue();
    }

    private static HttpResponse<String> get(String path, String key) throws Exception {
        return http.send(
                HttpRequest.newBuilder(URI.create(server.url() + path))
                        .header("Authorization", key)
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    private static HttpResponse<String> post(String key, String body) throws Exception {
        return http.send(
                HttpRequest.newBuilder(URI.create(server.url() + "/v1/chat/completions"))
                        .headers("Authorization", key, "Content-Type", "application/json")
                        .POST(HttpRequest.BodyPublishers.ofString(body))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }
}
