package io.tokenrouter.app.v1;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Callers may name their requests. */
class RequestIdTest {

    @RegisterExtension
    static final ScriptedApi api = new ScriptedApi();

    @ParameterizedTest
    @ValueSource(strings = {"/v1/models", "/v1/models/nobody", "/nothing"})
    void theCallersNameComesBackWithAnswersAndErrors(String path) {
        assertThat(idOf(path, "trace:7f.1_B-2")).isEqualTo("trace:7f.1_B-2");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "two words", "<b>", "a\tb", "caf\u00e9", "semi;colon"})
    void anotherTakesThePlaceOfOneThatCouldDoHarm(String given) {
        assertThat(idOf("/v1/models", given)).matches("req_[0-9a-f-]{36}");
    }

    @Test
    void ofLongOnesNothingIsKept() {
        assertThat(idOf("/v1/models", "x".repeat(128))).hasSize(128);
        assertThat(idOf("/v1/models", "x".repeat(129))).startsWith("req_");
    }

    private static String idOf(String path, String given) {
        return api.client()
                .get()
                .uri(path)
                .header("x-request-id", given)
                .exchange()
                .expectHeader()
                .exists("x-request-id")
                .expectBody()
                .returnResult()
                .getResponseHeaders()
                .getFirst("x-request-id");
    }
}
