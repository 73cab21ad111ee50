package io.tokenrouter.app.v1;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenrouter.app.serving.ServingStatus;
import io.tokenrouter.engine.api.EngineException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Requests that are right and cannot be served now. */
class RefusalsTest {

    @RegisterExtension
    static final ScriptedApi api = new ScriptedApi();

    @Test
    void loadingAndDrainingAre503() {
        api.server().phase = ServingStatus.Phase.LOADING;
        try {
            api.post("/v1/completions", "{\"model\": \"duo\", \"prompt\": \"x\"}")
                    .expectStatus()
                    .isEqualTo(503)
                    .expectHeader()
                    .exists("Retry-After")
                    .expectBody()
                    .jsonPath("$.error.code")
                    .isEqualTo("model_loading");
            api.server().phase = ServingStatus.Phase.DRAINING;
            api.post("/v1/completions", "{\"model\": \"duo\", \"prompt\": \"x\"}")
                    .expectStatus()
                    .isEqualTo(503)
                    .expectBody()
                    .jsonPath("$.error.code")
                    .isEqualTo("server_overloaded");
        } finally {
            api.server().phase = ServingStatus.Phase.READY;
        }
    }

    @ParameterizedTest
    @CsvSource({
        "UNKNOWN_TARGET, 404, model_not_found",
        "INVALID_REQUEST, 400,",
        "CONTEXT_LENGTH_EXCEEDED, 400, context_length_exceeded",
        "OVERLOADED, 503, server_overloaded",
        "UNAVAILABLE, 503, model_loading",
        "DEVICE_LOST, 503, model_not_loaded",
        "INTERNAL, 500,"
    })
    void refusalsOfTheEngineHaveTheirStatus(EngineException.Kind kind, int status, String code) {
        api.engine().refuseWith(new EngineException(kind, "the reason", null, 2));
        try {
            api.post("/v1/completions", "{\"model\": \"duo\", \"prompt\": \"x\"}")
                    .expectStatus()
                    .isEqualTo(status)
                    .expectBody()
                    .jsonPath("$.error.code")
                    .isEqualTo(code)
                    .jsonPath("$.error.message")
                    .value(String.class, message -> {
                        if (status < 500 || status == 503) {
                            assertThat(message).isEqualTo("the reason");
                        } else {
                            assertThat(message).doesNotContain("the reason");
                        }
                    });
        } finally {
            api.engine().refuseWith(null);
        }
    }
}
