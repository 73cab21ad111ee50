package io.tokenrouter.app.v1;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Texts and conversations to ids and back. */
class TokenizationTest {

    private static final JsonMapper JSON = JsonMapper.shared();

    @RegisterExtension
    static final ScriptedApi api = new ScriptedApi();

    @ParameterizedTest
    @ValueSource(strings = {"/tokenize", "/v1/tokenize"})
    void aTextBecomesIds(String path) {
        JsonNode answer = api.answer(path, "{\"model\": \"duo\", \"prompt\": \"ab\"}");

        assertThat(answer.toString())
                .isEqualTo("{\"count\":2,\"max_model_len\":200,\"tokens\":[97,98],\"token_strs\":null}");
    }

    @Test
    void tokensAreSpelledOnDemand() {
        JsonNode answer =
                api.answer("/tokenize", "{\"model\": \"small\", \"prompt\": \"é\", \"return_token_strs\": true}");

        assertThat(answer.path("token_strs").valueStream().map(JsonNode::stringValue))
                .containsExactly("<0xC3>", "<0xA9>");
    }

    @Test
    void aTextLongerThanTheContextIsCounted() {
        JsonNode answer = api.answer("/tokenize", body("prompt", "x".repeat(5_000)));

        assertThat(answer.path("count").intValue()).isEqualTo(5_000);
        assertThat(answer.path("max_model_len").intValue()).isEqualTo(Catalogs.CONTEXT);
    }

    @Test
    void aConversationHasTheIdsThatAreGenerated() {
        JsonNode answer = api.answer("/tokenize", ScriptedApi.chatBody("duo", ""));
        JsonNode chat = api.chat(request -> Scripts.sum(), "duo", ", \"return_token_ids\": true");

        assertThat(answer.path("tokens")).isEqualTo(chat.path("prompt_token_ids"));
        assertThat(answer.path("count")).isEqualTo(chat.at("/usage/prompt_tokens"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"/apply-template", "/v1/apply-template"})
    void aConversationIsRendered(String path) {
        JsonNode answer = api.answer(path, ScriptedApi.chatBody("duo", ""));

        assertThat(answer.toString()).isEqualTo("{\"prompt\":\"user:hi;assistant:\"}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/detokenize", "/v1/detokenize"})
    void idsBecomeTextAgain(String path) {
        List<Integer> ids = List.of(256, 0xC3, 0xA9, 97, 256, 0xF0);

        assertThat(api.answer(path, body("tokens", ids)).toString()).isEqualTo("{\"prompt\":\"<end>éa<end>\uFFFD\"}");
        assertThat(api.answer(path, body("tokens", ids).replace("}", ", \"skip_special_tokens\": true}"))
                        .path("prompt")
                        .stringValue())
                .isEqualTo("éa\uFFFD");
        assertThat(api.answer(path, body("tokens", List.of())).path("prompt").stringValue())
                .isEmpty();
    }

    @ParameterizedTest(name = "{0} {1}")
    @CsvSource(
            delimiter = '|',
            value = {
                "/tokenize       | {'model': 'duo'}                                       | prompt",
                "/tokenize       | {'model': 'duo', 'prompt': 'a', 'messages': []}        | prompt",
                "/tokenize       | {'model': 'duo', 'prompt': ['a']}                      | prompt",
                "/tokenize       | {'model': 'duo', 'messages': []}                       | messages",
                "/tokenize       | {'model': 'duo', 'prompt': 'a', 'return_token_strs': 1} | return_token_strs",
                "/tokenize       | {'model': 'duo', 'messages': [1]}                      | messages[0]",
                "/tokenize       | {'prompt': 'a'}                                        | model",
                "/tokenize       | {'model': 'duo', 'prompt': 'a', 'chat_template': 'x'}  | chat_template",
                "/apply-template | {'model': 'duo'}                                       | messages",
                "/detokenize     | {'model': 'duo'}                                       | tokens",
                "/detokenize     | {'model': 'duo', 'tokens': 'a'}                        | tokens",
                "/detokenize     | {'model': 'duo', 'tokens': [257]}                      | tokens",
                "/detokenize     | {'model': 'duo', 'tokens': [-1]}                       | tokens",
                "/detokenize     | {'model': 'duo', 'tokens': [1.5]}                      | tokens",
            })
    void whatIsWrongIsNamed(String path, String body, String param) {
        api.post(path, body.replace('\'', '"'))
                .expectStatus()
                .isBadRequest()
                .expectBody()
                .jsonPath("$.error.param")
                .isEqualTo(param)
                .jsonPath("$.error.type")
                .isEqualTo("invalid_request_error");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/tokenize", "/detokenize", "/apply-template"})
    void anUnknownModelIs404(String path) {
        api.post(path, "{\"model\": \"nobody\", \"prompt\": \"a\"}")
                .expectStatus()
                .isNotFound()
                .expectBody()
                .jsonPath("$.error.code")
                .isEqualTo("model_not_found");
    }

    @Test
    void sizesHaveBounds() {
        assertThat(api.refusal("/tokenize", body("prompt", "x".repeat(Tokenization.MAX_CHARACTERS + 1))))
                .contains("262144 characters");
        String long1 = "x".repeat(Tokenization.MAX_CHARACTERS);
        assertThat(api.refusal(
                        "/apply-template", ScriptedApi.chatBody("duo", "").replace("hi", long1)))
                .contains("262144 characters");
        ArrayNode ids = JSON.createArrayNode();
        for (int i = 0; i <= 1 << 17; i++) {
            ids.add(1);
        }
        assertThat(api.refusal("/detokenize", body("tokens", ids))).contains("131072 token ids");
    }

    /** Twice as many UTF-16 units as the limit has characters. */
    @Test
    void charactersAreCountedNotTheirHalves() {
        String most = "😀".repeat(Tokenization.MAX_CHARACTERS);
        api.post("/tokenize", body("prompt", most)).expectStatus().isOk();
        assertThat(api.refusal("/tokenize", body("prompt", most + "x")))
                .isEqualTo("prompt may have at most 262144 characters here, not 262145.");
    }

    private static String body(String field, Object value) {
        ObjectNode body = JSON.createObjectNode().put("model", "duo");
        return body.set(field, JSON.valueToTree(value)).toString();
    }
}
