package io.tokenrouter.app.v1;

import static org.assertj.core.api.Assertions.assertThat;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.http.MediaType;

/** Bodies that are no request at all. */
class BodyErrorsTest {

    @RegisterExtension
    static final ScriptedApi api = new ScriptedApi();

    @Test
    void badJsonIsToldWhere() {
        api.post("/v1/chat/completions", "{\"model\": \"duo\",\n \"messages\": [}")
                .expectStatus()
                .isBadRequest()
                .expectBody()
                .jsonPath("$.error.message")
                .value(String.class, message -> assertThat(message).contains("line 2", "column"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            ''
            5
            []
            null
            {"model": "duo"} {}
            {"temperature": NaN}
            """)
    void whatIsNoJsonObjectIsRefused(String body) {
        api.post("/v1/chat/completions", body).expectStatus().isBadRequest();
    }

    @Test
    void deepNestingAndHugeNumbersAreRefused() {
        String deep = "{\"a\": " + "[".repeat(100_000) + "]".repeat(100_000) + "}";
        String huge = "{\"seed\": " + "9".repeat(1_000_000) + "}";

        api.post("/v1/chat/completions", deep).expectStatus().isBadRequest();
        api.post("/v1/chat/completions", huge).expectStatus().isBadRequest();
    }

    /** In words of our own: what the parser says names settings that callers neither have nor want. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            {"a": NaN}         | line 1, column 10: unexpected 'NaN'
            {"a": -Infinity}   | unexpected 'Infinity'
            {"a": truex}       | line 1, column 7: unexpected 'truex'
            {"a": 01}          | line 1, column 8: unexpected '1'
            {"a": [}           | unexpected '}'
            {"a" 1}            | line 1, column 6: unexpected '1'
            {"a": 1,}          | unexpected '}'
            {'a': 1}           | line 1, column 2: unexpected '''
            {"a": é}           | unexpected 'é'
            {"a": "x           | it ends too early
            {"a": 1            | it ends too early
            {                  | it ends too early
            {"a": 1} {}        | nothing may follow the object
            {"a": 1} x         | unexpected 'x'
            // none            | unexpected '/'
            model=duo          | line 1, column 1: unexpected 'model'
            """)
    void whatIsWrongWithTheJsonIsTold(String body, String told) {
        assertThat(api.refusal("/v1/chat/completions", body))
                .startsWith("The body is not valid JSON at line 1, column ")
                .contains(told)
                .doesNotContain("Feature", "jackson", "enable", "Source", "Array");
    }

    @Test
    void aControlCharacterIsToldByItsNumber() {
        assertThat(api.refusal("/v1/chat/completions", "{\"a\": \"x\ny\"}"))
                .contains("line 1, column 9: unexpected character U+000A");
    }

    @Test
    void bytesThatAreNoUtf8AreRefused() {
        api.client()
                .post()
                .uri("/v1/chat/completions")
                .contentType(MediaType.APPLICATION_JSON)
                .bodyValue(new byte[] {'{', '"', 'a', '"', ':', '"', (byte) 0xC3, '(', '"', '}'})
                .exchange()
                .expectStatus()
                .isBadRequest()
                .expectBody()
                .jsonPath("$.error.message")
                .value(String.class, message -> assertThat(message).contains("it is not valid UTF-8"));
    }

    @Test
    void whatIsBeyondABoundIsToldTheBound() {
        assertThat(api.refusal("/v1/completions", "{\"a\": " + "[".repeat(100) + "]".repeat(100) + "}"))
                .isEqualTo("The body is nested more than 64 levels deep.");
        assertThat(api.refusal("/v1/completions", "{\"seed\": " + "9".repeat(101) + "}"))
                .isEqualTo("The body has a number of more than 100 characters.");
        assertThat(api.refusal("/v1/completions", "{\"temperature\": 0." + "9".repeat(101) + "}"))
                .isEqualTo("The body has a number of more than 100 characters.");
        assertThat(api.refusal("/v1/completions", "{\"" + "a".repeat(5_000) + "\": 1}"))
                .isEqualTo("The body has a field whose name is longer than 1000 characters.");
        assertThat(api.refusal("/v1/chat/completions", ScriptedApi.chatBody("duo", ", \"seed\": 1e1000000000")))
                .contains("seed must be a whole number");
    }

    @Test
    void halfASurrogatePairHurtsNobody() {
        api.post("/v1/chat/completions", "{\"model\": \"\\ud83d\", \"messages\": []}")
                .expectStatus()
                .isNotFound()
                .expectBody()
                .jsonPath("$.error.message")
                .value(String.class, message -> assertThat(message).contains("\uFFFD"));
        api.post("/v1/completions", "{\"model\": \"duo\", \"prompt\": \"a\\ud83d\", \"echo\": true}")
                .expectStatus()
                .isOk()
                .expectBody()
                .jsonPath("$.choices[0].text")
                .isEqualTo("a\uFFFD1+1=2");
    }

    @Test
    void charactersOfAStopStringAreCountedNotTheirHalves() {
        String body = "{\"model\": \"duo\", \"prompt\": \"a\", \"stop\": \"%s\"}";
        api.post("/v1/completions", body.formatted("😀".repeat(256)))
                .expectStatus()
                .isOk();
        assertThat(api.refusal("/v1/completions", body.formatted("😀".repeat(257))))
                .isEqualTo("A stop string must have 1 to 256 characters, not 257.");
    }

    @Test
    void aCompressedBodyIs415() {
        api.client()
                .post()
                .uri("/v1/chat/completions")
                .contentType(MediaType.APPLICATION_JSON)
                .header("Content-Encoding", "gzip")
                .bodyValue(new byte[] {0x1F, (byte) 0x8B, 8, 0})
                .exchange()
                .expectStatus()
                .isEqualTo(415)
                .expectHeader()
                .valueEquals("Accept-Encoding", "identity")
                .expectBody()
                .jsonPath("$.error.message")
                .isEqualTo("Compressed bodies are not taken here; send the body as it is, without Content-Encoding.");
    }

    /** Lines that say the same header are one list, with a comma between them. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            identity            |            | 200
            identity, Identity, |            | 200
            identity            | identity   | 200
            identity            | gzip       | 415
            gzip                | identity   | 415
            identity, br        |            | 415
            """)
    void everyEncodingThatIsSaidCounts(String first, @Nullable String second, int status) {
        api.client()
                .post()
                .uri("/v1/completions")
                .contentType(MediaType.APPLICATION_JSON)
                .header("Content-Encoding", second == null ? new String[] {first} : new String[] {first, second})
                .bodyValue("{\"model\": \"duo\", \"prompt\": \"a\"}")
                .exchange()
                .expectStatus()
                .isEqualTo(status);
    }

    @Test
    void tooLargeABodyIs413() {
        api.post("/v1/chat/completions", "{\"model\": \"" + "x".repeat(4 << 20) + "\"}")
                .expectStatus()
                .isEqualTo(413)
                .expectBody()
                .jsonPath("$.error.type")
                .isEqualTo("invalid_request_error")
                .jsonPath("$.error.message")
                .value(String.class, message -> assertThat(message).contains("4194304 bytes"));
    }
}
