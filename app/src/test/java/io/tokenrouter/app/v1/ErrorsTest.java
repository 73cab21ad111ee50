package io.tokenrouter.app.v1;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenrouter.app.serving.ServingStatus;
import io.tokenrouter.engine.api.EngineException;
import io.tokenrouter.engine.fixtures.ScriptedEngine;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.http.MediaType;
import org.springframework.test.web.reactive.server.WebTestClient;

/** Every refusal under /v1 has the right status, the protocol's envelope, and names the field. */
class ErrorsTest {

    private static ScriptedEngine engine;
    private static ApiServer server;
    private static WebTestClient client;

    @BeforeAll
    static void start() {
        engine = new ScriptedEngine(request -> Scripts.sum());
        server = new ApiServer(engine);
        client = server.client();
    }

    @AfterAll
    static void stop() {
        server.close();
        engine.close();
    }

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource(delimiter = '|', textBlock = """
            temperature                        | 2.1
            temperature                        | -0.1
            temperature                        | "hot"
            temperature                        | 1e999
            top_p                              | 0
            top_p                              | 1.01
            top_k                              | -2
            min_p                              | 1.5
            frequency_penalty                  | -2.5
            presence_penalty                   | 2.5
            repetition_penalty                 | 0
            max_tokens                         | 0
            max_tokens                         | -1
            max_tokens                         | 1.5
            max_tokens                         | "5"
            max_tokens                         | 99999999999
            max_completion_tokens              | 0
            n                                  | 0
            n                                  | 9
            seed                               | 1.5
            seed                               | 99999999999999999999
            stop                               | 5
            stop                               | ""
            stop                               | ["a", 5]
            stop                               | ["1","2","3","4","5","6","7","8","9","10","11","12","13","14","15","16","17"]
            stop                               | "\\ud800"
            stop_token_ids                     | [257]
            stop_token_ids                     | [-1]
            stream                             | "yes"
            stream                             | 1
            top_logprobs                       | 5
            logit_bias                         | {"257": 1}
            logit_bias                         | {"x": 1}
            logit_bias                         | {"5": 101}
            logit_bias                         | {"5": null}
            logit_bias                         | [5]
            stream_options                     | {"include_usage": true}
            messages                           | []
            messages                           | null
            messages                           | "hello"
            messages[0]                        | [null]
            messages[0].role                   | [{"content": "x"}]
            messages[0].role                   | [{"role": "wizard", "content": "x"}]
            messages[0].role                   | [{"role": 5, "content": "x"}]
            messages[0].content                | [{"role": "user"}]
            messages[0].content                | [{"role": "user", "content": 5}]
            messages[0].content[0].type        | [{"role": "user", "content": [{"type": "image_url", "image_url": {}}]}]
            messages[0].content[0].text        | [{"role": "user", "content": [{"type": "text"}]}]
            routing.policy                     | {"policy": "nonsense"}
            routing.policy                     | {"policy": 5}
            routing.options.enter              | {"options": {"enter": 21}}
            routing.options.enter              | {"options": {"enter": [1]}}
            routing.options.entre              | {"options": {"entre": 1}}
            routing.threshold                  | {"threshold": 21}
            routing.threshold                  | {"threshold": 0.5, "options": {"enter": 0.4}}
            routing.threshold                  | {"policy": "fixed", "threshold": 0.5}
            routing.treshold                   | {"treshold": 0.5}
            routing.trace                      | {"trace": "yes"}
            tools                              | [{"type": "function", "function": {"name": "f"}}]
            tool_choice                        | "auto"
            response_format                    | {"type": "json_object"}
            min_tokens                         | 5
            modalities                         | ["text", "audio"]
            """)
    void aWrongFieldIsNamed(String param, String value) {
        String field = param.split("[.\\[]")[0].equals("routing") ? "routing" : param.split("[.\\[]")[0];
        String body = field.equals("messages")
                ? "{\"model\": \"duo\", \"messages\": " + value + "}"
                : "{\"model\": \"duo\", \"messages\": [{\"role\": \"user\", \"content\": \"x\"}], \"" + field + "\": "
                        + value + "}";

        post("/v1/chat/completions", body)
                .expectStatus()
                .isBadRequest()
                .expectBody()
                .jsonPath("$.error.type")
                .isEqualTo("invalid_request_error")
                .jsonPath("$.error.param")
                .isEqualTo(param)
                .jsonPath("$.error.message")
                .isNotEmpty();
    }

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource(delimiter = '|', textBlock = """
            prompt    | ""
            prompt    | []
            prompt    | 5
            prompt    | {"a": 1}
            prompt    | [257]
            prompt    | [-1]
            prompt    | [1, "a"]
            prompt    | ["a", 1]
            prompt    | [[1], []]
            prompt    | [1.5]
            prompt    | [99999999999]
            logprobs  | 6
            best_of   | 3
            suffix    | "end"
            """)
    void aWrongFieldOfATextCompletionIsNamed(String param, String value) {
        String prompt = param.equals("prompt") ? "" : "\"prompt\": \"x\", ";

        post("/v1/completions", "{\"model\": \"duo\", " + prompt + "\"" + param + "\": " + value + "}")
                .expectStatus()
                .isBadRequest()
                .expectBody()
                .jsonPath("$.error.param")
                .isEqualTo(param);
    }

    @Test
    void badJsonIsToldWhere() {
        post("/v1/chat/completions", "{\"model\": \"duo\",\n \"messages\": [}")
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
        post("/v1/chat/completions", body).expectStatus().isBadRequest();
    }

    @Test
    void deepNestingAndHugeNumbersAreRefused() {
        String deep = "{\"a\": " + "[".repeat(100_000) + "]".repeat(100_000) + "}";
        String huge = "{\"seed\": " + "9".repeat(1_000_000) + "}";

        post("/v1/chat/completions", deep).expectStatus().isBadRequest();
        post("/v1/chat/completions", huge).expectStatus().isBadRequest();
    }

    @Test
    void halfASurrogatePairHurtsNobody() {
        post("/v1/chat/completions", "{\"model\": \"\\ud83d\", \"messages\": []}")
                .expectStatus()
                .isNotFound()
                .expectBody()
                .jsonPath("$.error.message")
                .value(String.class, message -> assertThat(message).contains("\uFFFD"));
        post("/v1/completions", "{\"model\": \"duo\", \"prompt\": \"a\\ud83d\", \"echo\": true}")
                .expectStatus()
                .isOk()
                .expectBody()
                .jsonPath("$.choices[0].text")
                .isEqualTo("a\uFFFD1+1=2");
    }

    @Test
    void tooLargeABodyIs413() {
        post("/v1/chat/completions", "{\"model\": \"" + "x".repeat(4 << 20) + "\"}")
                .expectStatus()
                .isEqualTo(413)
                .expectBody()
                .jsonPath("$.error.type")
                .isEqualTo("invalid_request_error");
    }

    @Test
    void anotherContentTypeIs415() {
        client.post()
                .uri("/v1/chat/completions")
                .contentType(MediaType.APPLICATION_FORM_URLENCODED)
                .bodyValue("model=duo")
                .exchange()
                .expectStatus()
                .isEqualTo(415)
                .expectBody()
                .jsonPath("$.error.message")
                .value(String.class, message -> assertThat(message).contains("application/json"));
    }

    @Test
    void anotherMethodIs405() {
        client.get()
                .uri("/v1/chat/completions")
                .exchange()
                .expectStatus()
                .isEqualTo(405)
                .expectHeader()
                .valueEquals("Allow", "POST")
                .expectBody()
                .jsonPath("$.error.type")
                .isEqualTo("invalid_request_error");
    }

    @Test
    void anUnknownPathIs404() {
        client.get()
                .uri("/v1/embeddings/nothing")
                .exchange()
                .expectStatus()
                .isNotFound()
                .expectHeader()
                .contentType(MediaType.APPLICATION_JSON)
                .expectBody()
                .jsonPath("$.error.type")
                .isEqualTo("invalid_request_error");
    }

    @Test
    void anUnknownModelIs404() {
        post("/v1/chat/completions", "{\"model\": \"gpt-9\", \"messages\": []}")
                .expectStatus()
                .isNotFound()
                .expectBody()
                .jsonPath("$.error.code")
                .isEqualTo("model_not_found")
                .jsonPath("$.error.param")
                .isEqualTo("model");
        client.get()
                .uri("/v1/models/gpt-9")
                .exchange()
                .expectStatus()
                .isNotFound()
                .expectBody()
                .jsonPath("$.error.code")
                .isEqualTo("model_not_found");
    }

    @Test
    void promptAndAnswerMustFitTheContext() {
        String tooLong = "{\"model\": \"duo\", \"prompt\": \"" + "x".repeat(Catalogs.CONTEXT) + "\"}";
        String tooMuch = "{\"model\": \"duo\", \"prompt\": \"xxxxx\", \"max_tokens\": 196}";
        String fits = "{\"model\": \"duo\", \"prompt\": \"xxxxx\", \"max_tokens\": 195}";

        post("/v1/completions", tooLong)
                .expectStatus()
                .isBadRequest()
                .expectBody()
                .jsonPath("$.error.code")
                .isEqualTo("context_length_exceeded");
        post("/v1/completions", tooMuch)
                .expectStatus()
                .isBadRequest()
                .expectBody()
                .jsonPath("$.error.code")
                .isEqualTo("context_length_exceeded");
        post("/v1/completions", fits).expectStatus().isOk();
    }

    @Test
    void aSingleModelTakesNoPolicy() {
        post("/v1/completions", "{\"model\": \"small\", \"prompt\": \"x\", \"routing\": {\"policy\": \"fixed\"}}")
                .expectStatus()
                .isBadRequest()
                .expectBody()
                .jsonPath("$.error.param")
                .isEqualTo("routing.policy");
    }

    @Test
    void loadingAndDrainingAre503() {
        server.phase = ServingStatus.Phase.LOADING;
        try {
            post("/v1/completions", "{\"model\": \"duo\", \"prompt\": \"x\"}")
                    .expectStatus()
                    .isEqualTo(503)
                    .expectHeader()
                    .exists("Retry-After")
                    .expectBody()
                    .jsonPath("$.error.code")
                    .isEqualTo("model_loading");
            server.phase = ServingStatus.Phase.DRAINING;
            post("/v1/completions", "{\"model\": \"duo\", \"prompt\": \"x\"}")
                    .expectStatus()
                    .isEqualTo(503)
                    .expectBody()
                    .jsonPath("$.error.code")
                    .isEqualTo("server_overloaded");
        } finally {
            server.phase = ServingStatus.Phase.READY;
        }
    }

    @ParameterizedTest
    @CsvSource({
        "UNKNOWN_TARGET, 404, model_not_found",
        "INVALID_REQUEST, 400,",
        "CONTEXT_LENGTH_EXCEEDED, 400, context_length_exceeded",
        "OVERLOADED, 503, server_overloaded",
        "UNAVAILABLE, 503, model_loading",
        "INTERNAL, 500,"
    })
    void refusalsOfTheEngineHaveTheirStatus(EngineException.Kind kind, int status, String code) {
        engine.refuseWith(new EngineException(kind, "the reason", null, 2));
        try {
            post("/v1/completions", "{\"model\": \"duo\", \"prompt\": \"x\"}")
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
            engine.refuseWith(null);
        }
    }

    private static WebTestClient.ResponseSpec post(String path, String body) {
        return client.post()
                .uri(path)
                .contentType(MediaType.APPLICATION_JSON)
                .bodyValue(body)
                .exchange();
    }
}
