package io.tokenrouter.app.v1;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenrouter.app.serving.ServingCatalog;
import io.tokenrouter.engine.api.GenerationRequest;
import io.tokenrouter.engine.fixtures.Script;
import io.tokenrouter.engine.fixtures.ScriptedEngine;
import java.util.Map;
import java.util.function.Function;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.springframework.http.MediaType;
import org.springframework.test.web.reactive.server.WebTestClient;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The HTTP API in front of a scripted engine, for the tests of one class. */
final class ScriptedApi implements BeforeAllCallback, AfterAllCallback {

    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final ServingCatalog catalog;
    private volatile Function<GenerationRequest, Script> script = request -> Scripts.sum();
    private ScriptedEngine engine;
    private ApiServer server;
    private WebTestClient client;

    ScriptedApi() {
        this(Catalogs.duo());
    }

    ScriptedApi(ServingCatalog catalog) {
        this.catalog = catalog;
    }

    @Override
    public void beforeAll(ExtensionContext context) {
        engine = new ScriptedEngine(request -> script.apply(request));
        server = new ApiServer(engine, catalog, Map.of());
        client = server.client();
    }

    @Override
    public void afterAll(ExtensionContext context) {
        server.close();
        engine.close();
    }

    ScriptedEngine engine() {
        return engine;
    }

    ApiServer server() {
        return server;
    }

    WebTestClient client() {
        return client;
    }

    /** What the engine was asked last. */
    GenerationRequest asked() {
        return engine.requests().getLast();
    }

    /** What the engine answers from now on. */
    void answers(Function<GenerationRequest, Script> with) {
        script = with;
    }

    /** The answer to a short chat. */
    JsonNode chat(Function<GenerationRequest, Script> answer, String model, String moreFields) {
        answers(answer);
        return answer("/v1/chat/completions", chatBody(model, moreFields));
    }

    /** {@code moreFields} begins with a comma, unless it is empty. */
    static String chatBody(String model, String moreFields) {
        return "{\"model\": \"" + model + "\", \"messages\": [{\"role\": \"user\", \"content\": \"hi\"}]" + moreFields
                + "}";
    }

    /** The answer to a request that must not fail. */
    JsonNode answer(String path, String body) {
        String answer = post(path, body).expectBody(String.class).returnResult().getResponseBody();
        JsonNode json = JSON.readTree(answer);
        assertThat(json.has("error")).as(answer).isFalse();
        return json;
    }

    /** The message of a refusal, which must be one for a bad request. */
    String refusal(String path, String body) {
        String answer = post(path, body)
                .expectStatus()
                .isBadRequest()
                .expectBody(String.class)
                .returnResult()
                .getResponseBody();
        return JSON.readTree(answer).path("error").path("message").stringValue();
    }

    WebTestClient.ResponseSpec post(String path, String body) {
        return client.post()
                .uri(path)
                .contentType(MediaType.APPLICATION_JSON)
                .bodyValue(body)
                .exchange();
    }
}
