package io.tokenrouter.app.v1;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
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
}
