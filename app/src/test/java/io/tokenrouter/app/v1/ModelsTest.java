package io.tokenrouter.app.v1;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.http.MediaType;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The list of what can be asked for. */
class ModelsTest {

    private static final JsonMapper JSON = JsonMapper.shared();

    @RegisterExtension
    static final ScriptedApi api = new ScriptedApi();

    @Test
    void modelsListPairsAndModels() {
        JsonNode list = JSON.readTree(api.client()
                .get()
                .uri("/v1/models")
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody(String.class)
                .returnResult()
                .getResponseBody());

        assertThat(list.path("object").stringValue()).isEqualTo("list");
        assertThat(list.path("data").valueStream().map(model -> model.path("id").stringValue()))
                .containsExactly("duo", "small", "large");
        JsonNode pair = list.path("data").get(0);
        assertThat(pair.path("object").stringValue()).isEqualTo("model");
        assertThat(pair.path("pair").path("large").stringValue()).isEqualTo("large");
        assertThat(pair.path("pair").path("policy").stringValue()).isEqualTo("everyday");
        assertThat(pair.path("max_model_len").intValue()).isEqualTo(Catalogs.CONTEXT);
        assertThat(list.path("data").get(1).path("meta").path("n_params").intValue())
                .isEqualTo(5678);
    }

    @Test
    void aModelIsToldByItsId() {
        api.client()
                .get()
                .uri("/v1/models/large")
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody()
                .jsonPath("$.id")
                .isEqualTo("large")
                .jsonPath("$.object")
                .isEqualTo("model");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/v1/models/org/name", "/v1/models/duo/", "/v1/models/Duo", "/v1/models/%64uo-"})
    void whatIsNoIdIs404(String path) {
        api.client()
                .get()
                .uri(URI.create(api.server().url() + path))
                .exchange()
                .expectStatus()
                .isNotFound()
                .expectBody()
                .jsonPath("$.error.code")
                .isEqualTo("model_not_found")
                .jsonPath("$.error.param")
                .isEqualTo("model");
    }

    @Test
    void headAndOptionsTellNoBody() {
        api.client()
                .head()
                .uri("/v1/models")
                .exchange()
                .expectStatus()
                .isOk()
                .expectHeader()
                .contentType(MediaType.APPLICATION_JSON)
                .expectBody()
                .isEmpty();
        api.client()
                .options()
                .uri("/v1/chat/completions")
                .exchange()
                .expectStatus()
                .isOk()
                .expectHeader()
                .valueEquals("Allow", "POST,OPTIONS")
                .expectBody()
                .isEmpty();
    }

    @Test
    void pagesOfOtherSitesAreAllowedNothing() {
        api.client()
                .options()
                .uri("/v1/chat/completions")
                .header("Origin", "https://elsewhere.example")
                .header("Access-Control-Request-Method", "POST")
                .header("Access-Control-Request-Headers", "content-type")
                .exchange()
                .expectHeader()
                .doesNotExist("Access-Control-Allow-Origin");
        api.client()
                .get()
                .uri("/v1/models")
                .header("Origin", "https://elsewhere.example")
                .exchange()
                .expectHeader()
                .doesNotExist("Access-Control-Allow-Origin");
    }
}
