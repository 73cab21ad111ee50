package io.tokenrouter.app.v1;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenrouter.engine.api.GenerationRequest;
import io.tokenrouter.engine.api.TokenEvent;
import io.tokenrouter.engine.fixtures.Script;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.http.MediaType;
import org.springframework.test.web.reactive.server.EntityExchangeResult;
import tools.jackson.databind.JsonNode;

/** Whole answers to a chat. */
class ChatAnswersTest {

    @RegisterExtension
    static final ScriptedApi api = new ScriptedApi();

    @Test
    void aChatAnswerHasTheProtocolsShape() {
        JsonNode answer = api.chat(request -> Scripts.sum(), "duo", "");

        assertThat(answer.path("id").stringValue()).startsWith("chatcmpl-");
        assertThat(answer.path("object").stringValue()).isEqualTo("chat.completion");
        assertThat(answer.path("model").stringValue()).isEqualTo("duo");
        JsonNode choice = answer.path("choices").get(0);
        assertThat(choice.path("message").path("role").stringValue()).isEqualTo("assistant");
        assertThat(choice.path("message").path("content").stringValue()).isEqualTo("1+1=2");
        assertThat(choice.path("finish_reason").stringValue()).isEqualTo("stop");
        assertThat(choice.path("stop_reason").stringValue()).isEqualTo("<end>");
        assertThat(choice.path("logprobs").isNull()).isTrue();
        assertThat(choice.has("trace")).isFalse();
        int prompt = "user:hi;assistant:".length();
        assertThat(answer.path("usage").toString())
                .isEqualTo("{\"prompt_tokens\":" + prompt + ",\"completion_tokens\":6,\"total_tokens\":" + (prompt + 6)
                        + ",\"prompt_tokens_details\":{\"cached_tokens\":0},"
                        + "\"completion_tokens_by_model\":{\"small\":5,\"large\":1}}");
    }

    @Test
    void runningOutOfTokensIsLength() {
        JsonNode choice = api.chat(request -> Scripts.runsOut("abc"), "duo", "")
                .path("choices")
                .get(0);

        assertThat(choice.path("finish_reason").stringValue()).isEqualTo("length");
        assertThat(choice.path("stop_reason").isNull()).isTrue();
    }

    @Test
    void aStopStringIsNoPartOfTheAnswer() {
        Script script = Script.start()
                .tokens("small", 0.1f, new LetterTokenizer().encode("one.\nEND"))
                .stopAt("\nEND");
        JsonNode choice = api.chat(request -> script, "duo", ", \"stop\": \"\\nEND\", \"routing\": {\"trace\": true}")
                .path("choices")
                .get(0);

        assertThat(choice.path("message").path("content").stringValue()).isEqualTo("one.");
        assertThat(choice.path("finish_reason").stringValue()).isEqualTo("stop");
        assertThat(choice.path("stop_reason").stringValue()).isEqualTo("\nEND");
        assertThat(choice.path("trace").size()).isEqualTo(8);
    }

    @Test
    void severalAnswersCountTheirPromptOnceAndDiffer() {
        JsonNode answer = api.chat(request -> Scripts.says("x"), "duo", ", \"n\": 3, \"seed\": 10");

        assertThat(answer.path("choices").size()).isEqualTo(3);
        assertThat(answer.path("usage").path("prompt_tokens").intValue()).isEqualTo("user:hi;assistant:".length());
        assertThat(answer.path("usage").path("completion_tokens").intValue()).isEqualTo(6);
        List<GenerationRequest> asked = api.engine().requests();
        assertThat(asked.subList(asked.size() - 3, asked.size()))
                .extracting(request -> request.sampling().seed())
                .containsExactly(10L, 11L, 12L);
    }

    @Test
    void logprobsHaveBytesAndAlternatives() {
        Script script = Script.start()
                .token(new TokenEvent.Token(0, 0xC3, "small", -0.25f, 0.1f, null, new int[] {0xC3, 'b'}, new float[] {
                    -0.25f, Float.NEGATIVE_INFINITY
                }))
                .tokens("small", 0.1f, 0xA9, LetterTokenizer.END)
                .stopAt("<end>");
        JsonNode content = api.chat(request -> script, "duo", ", \"logprobs\": true, \"top_logprobs\": 2")
                .path("choices")
                .get(0)
                .path("logprobs")
                .path("content");

        assertThat(content.size()).isEqualTo(2);
        assertThat(content.get(0).toString())
                .isEqualTo("{\"token\":\"\uFFFD\",\"logprob\":-0.25,\"bytes\":[195],\"top_logprobs\":["
                        + "{\"token\":\"\uFFFD\",\"logprob\":-0.25,\"bytes\":[195]},"
                        + "{\"token\":\"b\",\"logprob\":-9999.0,\"bytes\":[98]}]}");
    }

    @Test
    void brokenLogprobsAreAnErrorNotANumber() {
        Script script = Script.start()
                .token(new TokenEvent.Token(0, 'x', "small", Float.NaN, 0.1f, null, new int[0], new float[0]))
                .stopAt("<end>");
        api.answers(request -> script);

        api.client()
                .post()
                .uri("/v1/chat/completions")
                .contentType(MediaType.APPLICATION_JSON)
                .bodyValue(ScriptedApi.chatBody("duo", ", \"logprobs\": true"))
                .exchange()
                .expectStatus()
                .isEqualTo(500);
    }

    @Test
    void tokenIdsComeOnRequest() {
        JsonNode answer = api.chat(request -> Scripts.says("ab"), "duo", ", \"return_token_ids\": true");

        assertThat(answer.path("choices").get(0).path("token_ids").toString()).isEqualTo("[97,98,256]");
        assertThat(answer.path("prompt_token_ids").size()).isEqualTo("user:hi;assistant:".length());
    }

    @Test
    void aSeedIsDrawnAndToldWhereNoneWasGiven() {
        api.answers(request -> Scripts.sum());
        EntityExchangeResult<String> answer = api.client()
                .post()
                .uri("/v1/chat/completions")
                .contentType(MediaType.APPLICATION_JSON)
                .bodyValue(ScriptedApi.chatBody("duo", ""))
                .exchange()
                .expectBody(String.class)
                .returnResult();

        assertThat(answer.getResponseHeaders().getFirst("x-tokenrouter-seed"))
                .isEqualTo(Long.toString(api.asked().sampling().seed()));
    }
}
