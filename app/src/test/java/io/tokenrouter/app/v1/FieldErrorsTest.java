package io.tokenrouter.app.v1;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A field that is wrong is named. */
class FieldErrorsTest {

    @RegisterExtension
    static final ScriptedApi api = new ScriptedApi();

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
        response_format                    | "json_object"
        response_format.type               | {"type": "xml"}
        response_format.type               | {}
        response_format.scheme             | {"type": "json_object", "scheme": {}}
        response_format.json_schema        | {"type": "json_schema"}
        response_format.json_schema        | {"type": "json_schema", "json_schema": {"name": "x"}}
        response_format.json_schema.schema | {"type": "json_schema", "json_schema": {"schema": {"multipleOf": 3}}}
        response_format.json_schema.schema | {"type": "json_schema", "json_schema": {"schema": "object"}}
        response_format.json_schema.schema | {"type": "json_schema", "json_schema": {"schema": false}}
        response_format.json_schema.shape  | {"type": "json_schema", "json_schema": {"schema": {}, "shape": 1}}
        response_format.schema             | {"type": "json_object", "schema": {"properties": {"a": {"$ref": "#/x"}}}}
        min_tokens                         | -1
        min_tokens                         | 99999
        min_tokens                         | "5"
        modalities                         | ["text", "audio"]
        """)
    void aWrongFieldIsNamed(String param, String value) {
        String field = param.split("[.\\[]")[0].equals("routing") ? "routing" : param.split("[.\\[]")[0];
        String body = field.equals("messages")
                ? "{\"model\": \"duo\", \"messages\": " + value + "}"
                : "{\"model\": \"duo\", \"messages\": [{\"role\": \"user\", \"content\": \"x\"}], \"" + field + "\": "
                        + value + "}";

        api.post("/v1/chat/completions", body)
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
        best_of   | 0
        best_of   | 21
        suffix    | "end"
        suffix    | 5
        """)
    void aWrongFieldOfATextCompletionIsNamed(String param, String value) {
        String prompt = param.equals("prompt") ? "" : "\"prompt\": \"x\", ";

        api.post("/v1/completions", "{\"model\": \"duo\", " + prompt + "\"" + param + "\": " + value + "}")
                .expectStatus()
                .isBadRequest()
                .expectBody()
                .jsonPath("$.error.param")
                .isEqualTo(param);
    }

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
        temperature             | "hot"                  | a number from 0 to 2, not "hot"
        temperature             | 3                      | a number from 0 to 2, not 3
        top_p                   | 0                      | a number above 0 and at most 1, not 0
        top_p                   | true                   | a number above 0 and at most 1, not true
        top_k                   | 1.5                    | a whole number from -1 to 1000000, not 1.5
        min_p                   | []                     | a number from 0 to 1, not []
        frequency_penalty       | {}                     | a number from -2 to 2, not {}
        presence_penalty        | -3                     | a number from -2 to 2, not -3
        repetition_penalty      | -1                     | a number above 0 and at most 100, not -1
        max_tokens              | 99999999999            | a whole number from 1 to 2147483647, not 99999999999
        max_tokens              | "5"                    | a whole number from 1 to 2147483647, not "5"
        max_completion_tokens   | 1.5                    | a whole number from 1 to 2147483647, not 1.5
        n                       | "1"                    | a whole number from 1 to 8, not "1"
        top_logprobs            | 21                     | a whole number from 0 to 20, not 21
        seed                    | 99999999999999999999   | from -9223372036854775808 to 9223372036854775807, not 9999
        stop_token_ids          | ["a"]                  | whole numbers from 0 to 256, not "a"
        stop_token_ids          | [null]                 | whole numbers from 0 to 256, not null
        logit_bias              | {"5": "x"}             | a number from -100 to 100, not "x"
        logit_bias              | {"5": null}            | a number from -100 to 100, not null
        logit_bias              | {"999": 1}             | whole numbers from 0 to 256
        routing                 | {"threshold": "x"}     | a number from 0 to 20, not 'x'
        routing                 | {"threshold": [1]}     | a number from 0 to 20, not [1]
        """)
    void aNumberThatIsWrongIsToldItsRange(String field, String value, String told) {
        assertThat(api.refusal("/v1/chat/completions", ScriptedApi.chatBody("duo", ", \"" + field + "\": " + value)))
                .contains(told);
    }

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource(delimiter = '|', textBlock = """
        logprobs    | 6       | a whole number from 0 to 5, not 6
        logprobs    | true    | a whole number from 0 to 5, not true
        best_of     | "x"     | a whole number from 1 to 20, not "x"
        prompt      | [1, 999]| whole numbers from 0 to 256, not 999
        """)
    void soIsOneOfATextCompletion(String field, String value, String told) {
        String prompt = field.equals("prompt") ? "" : "\"prompt\": \"x\", ";

        assertThat(api.refusal(
                        "/v1/completions", "{\"model\": \"duo\", " + prompt + "\"" + field + "\": " + value + "}"))
                .contains(told);
    }

    @Test
    void tooManyMessagesAreRefusedBeforeAnyWorkIsDone() {
        String one = "{\"role\": \"user\", \"content\": \"\"}";
        String body = "{\"model\": \"duo\", \"messages\": [" + (one + ",").repeat(20_000) + one + "]}";

        assertThat(api.refusal("/v1/chat/completions", body))
                .isEqualTo("messages may have at most 2000 messages, not 20001.");
    }

    @Test
    void aSingleModelTakesNoPolicy() {
        api.post("/v1/completions", "{\"model\": \"small\", \"prompt\": \"x\", \"routing\": {\"policy\": \"fixed\"}}")
                .expectStatus()
                .isBadRequest()
                .expectBody()
                .jsonPath("$.error.param")
                .isEqualTo("routing.policy");
    }

    @Test
    void promptAndAnswerMustFitTheContext() {
        String tooLong = "{\"model\": \"duo\", \"prompt\": \"" + "x".repeat(Catalogs.CONTEXT) + "\"}";
        String tooMuch = "{\"model\": \"duo\", \"prompt\": \"xxxxx\", \"max_tokens\": 196}";
        String fits = "{\"model\": \"duo\", \"prompt\": \"xxxxx\", \"max_tokens\": 195}";

        api.post("/v1/completions", tooLong)
                .expectStatus()
                .isBadRequest()
                .expectBody()
                .jsonPath("$.error.code")
                .isEqualTo("context_length_exceeded");
        api.post("/v1/completions", tooMuch)
                .expectStatus()
                .isBadRequest()
                .expectBody()
                .jsonPath("$.error.code")
                .isEqualTo("context_length_exceeded");
        api.post("/v1/completions", fits).expectStatus().isOk();
    }
}
