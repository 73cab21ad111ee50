package io.tokenrouter.app.v1;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenrouter.engine.api.GenerationRequest;
import io.tokenrouter.engine.api.PolicySpec;
import io.tokenrouter.engine.api.TokenEvent;
import io.tokenrouter.engine.fixtures.Script;
import io.tokenrouter.engine.fixtures.ScriptedEngine;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.http.MediaType;
import org.springframework.test.web.reactive.server.EntityExchangeResult;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Whole answers, and what the engine is asked for them. */
class AnswersTest {

    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static volatile Function<GenerationRequest, Script> script = request -> Scripts.sum();
    private static ScriptedEngine engine;
    private static ApiServer server;

    @BeforeAll
    static void start() {
        engine = new ScriptedEngine(request -> script.apply(request));
        server = new ApiServer(engine);
    }

    @AfterAll
    static void stop() {
        server.close();
        engine.close();
    }

    @Test
    void aChatAnswerHasTheProtocolsShape() {
        JsonNode answer = chat(request -> Scripts.sum(), "duo", "");

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
                        + ",\"prompt_tokens_details\":{\"cached_tokens\":0}}");
    }

    @Test
    void runningOutOfTokensIsLength() {
        JsonNode choice = chat(request -> Scripts.runsOut("abc"), "duo", "")
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
        JsonNode choice = chat(request -> script, "duo", ", \"stop\": \"\\nEND\", \"routing\": {\"trace\": true}")
                .path("choices")
                .get(0);

        assertThat(choice.path("message").path("content").stringValue()).isEqualTo("one.");
        assertThat(choice.path("finish_reason").stringValue()).isEqualTo("stop");
        assertThat(choice.path("stop_reason").stringValue()).isEqualTo("\nEND");
        assertThat(choice.path("trace").size()).isEqualTo(8);
    }

    @Test
    void aPairAlwaysTellsItsRouting() {
        JsonNode routing = chat(request -> Scripts.sum(), "duo", "").path("routing");

        assertThat(routing.toString())
                .isEqualTo("{\"pair\":\"duo\",\"policy\":\"everyday\",\"policy_version\":3,\"threshold\":0.2,"
                        + "\"small\":\"small\",\"large\":\"large\",\"completion_tokens\":{\"small\":5,\"large\":1},"
                        + "\"large_share\":0.166667,\"switches\":2,\"catch_up_tokens\":{\"small\":0,\"large\":0}}");
    }

    @Test
    void aSingleModelTellsItOnlyWithATrace() {
        assertThat(chat(request -> Scripts.says("x"), "small", "").has("routing"))
                .isFalse();
        assertThat(chat(request -> Scripts.says("x"), "small", ", \"routing\": {\"trace\": true}")
                        .path("routing")
                        .path("completion_tokens")
                        .toString())
                .isEqualTo("{\"small\":2}");
    }

    @Test
    void theTraceHasEveryTokenInOrder() {
        JsonNode trace = chat(request -> Scripts.sum(), "duo", ", \"routing\": {\"trace\": true}")
                .path("choices")
                .get(0)
                .path("trace");

        assertThat(trace.size()).isEqualTo(6);
        assertThat(trace.get(0).toString())
                .isEqualTo(
                        "{\"id\":49,\"text\":\"1\",\"bytes\":[49],\"writer\":\"small\",\"entropy\":0.1,\"logprob\":-0.5}");
        assertThat(trace.get(4).toString())
                .isEqualTo(
                        "{\"id\":50,\"text\":\"2\",\"bytes\":[50],\"writer\":\"large\",\"entropy\":1.5,\"logprob\":-0.5,"
                                + "\"proposed\":{\"id\":51,\"text\":\"3\",\"writer\":\"small\",\"entropy\":1.5}}");
        assertThat(trace.get(5).path("id").intValue()).isEqualTo(LetterTokenizer.END);
        assertThat(trace.get(5).path("text").stringValue()).isEmpty();
    }

    @Test
    void whatWasNotComputedIsAbsentFromTheTrace() {
        Script script = Script.start()
                .token(new TokenEvent.Token(0, 'x', null, Float.NaN, Float.NaN, null, new int[0], new float[0]))
                .stopAt("x");
        JsonNode entry = chat(request -> script, "duo", ", \"routing\": {\"trace\": true}")
                .path("choices")
                .get(0)
                .path("trace")
                .get(0);

        assertThat(entry.toString()).isEqualTo("{\"id\":120,\"text\":\"x\",\"bytes\":[120]}");
    }

    @Test
    void fieldsReachTheEngine() {
        chat(request -> Scripts.sum(), "duo", """
                , "temperature": 0.5, "top_p": 0.9, "top_k": 40, "min_p": 0.05, "frequency_penalty": 0.1,
                "presence_penalty": -0.2, "repetition_penalty": 1.1, "logit_bias": {"65": -100}, "seed": 7,
                "stop": ["END", "."], "stop_token_ids": [10], "ignore_eos": true, "max_tokens": 9, "max_completion_tokens": 8,
                "user": "me", "metadata": {"a": "b"}, "store": false, "service_tier": "auto", "unheard_of": {"x": [1]},
                "logprobs": true, "top_logprobs": 3
                """);

        GenerationRequest asked = engine.requests().getLast();
        assertThat(asked.target()).isEqualTo("duo");
        assertThat(asked.sampling().temperature()).isEqualTo(0.5f);
        assertThat(asked.sampling().topP()).isEqualTo(0.9f);
        assertThat(asked.sampling().topK()).isEqualTo(40);
        assertThat(asked.sampling().minP()).isEqualTo(0.05f);
        assertThat(asked.sampling().frequencyPenalty()).isEqualTo(0.1f);
        assertThat(asked.sampling().presencePenalty()).isEqualTo(-0.2f);
        assertThat(asked.sampling().repetitionPenalty()).isEqualTo(1.1f);
        assertThat(asked.sampling().logitBias()).isEqualTo(Map.of(65, -100f));
        assertThat(asked.sampling().seed()).isEqualTo(7);
        assertThat(asked.stop().strings()).containsExactly("END", ".");
        assertThat(asked.stop().tokenIds()).isEqualTo(Set.of(10));
        assertThat(asked.stop().ignoreEos()).isTrue();
        assertThat(asked.stop().maxTokens()).isEqualTo(8);
        assertThat(asked.topLogprobs()).isEqualTo(3);
        assertThat(asked.policy()).isNull();
    }

    @Test
    void nullIsAFieldLeftOut() {
        chat(request -> Scripts.sum(), "duo", """
                , "temperature": null, "top_p": null, "max_tokens": null, "seed": null, "stop": null, "n": null,
                "stream": null, "stream_options": null, "logit_bias": null, "tools": null, "response_format": null,
                "routing": null, "logprobs": null, "top_logprobs": null, "frequency_penalty": null
                """);

        GenerationRequest asked = engine.requests().getLast();
        assertThat(asked.sampling().temperature()).isEqualTo(1f);
        assertThat(asked.stop().maxTokens()).isEqualTo(Catalogs.CONTEXT - asked.promptIds().length);
    }

    @Test
    void neutralValuesOfWhatIsNotBuiltPass() {
        chat(request -> Scripts.sum(), "duo", """
                , "response_format": {"type": "text"}, "tool_choice": "none", "modalities": ["text"], "min_tokens": 0,
                "skip_special_tokens": true, "add_generation_prompt": true, "best_of": 1
                """);
    }

    @Test
    void aRequestOverridesThePolicyOfItsPair() {
        JsonNode threshold = chat(request -> Scripts.sum(), "duo", ", \"routing\": {\"threshold\": 0.7}");
        assertThat(engine.requests().getLast().policy())
                .isEqualTo(new PolicySpec("uncertainty", Map.of("metric", "entropy", "enter", 0.7)));
        assertThat(threshold.path("routing").path("policy").stringValue()).isEqualTo("everyday");
        assertThat(threshold.path("routing").path("threshold").doubleValue()).isEqualTo(0.7);

        JsonNode named = chat(request -> Scripts.sum(), "duo", ", \"routing\": {\"policy\": \"careful\"}");
        assertThat(engine.requests().getLast().policy()).isEqualTo(Catalogs.CAREFUL.spec());
        assertThat(named.path("routing").path("policy").stringValue()).isEqualTo("careful");
        assertThat(named.path("routing").path("policy_version").intValue()).isEqualTo(2);

        JsonNode builtin = chat(
                request -> Scripts.sum(),
                "duo",
                ", \"routing\": {\"policy\": \"fixed\", \"options\": {\"role\": \"small\"}}");
        assertThat(engine.requests().getLast().policy()).isEqualTo(new PolicySpec("fixed", Map.of("role", "small")));
        assertThat(builtin.path("routing").path("policy_version").intValue()).isZero();
        assertThat(builtin.path("routing").has("threshold")).isFalse();
    }

    @Test
    void messagesReachTheTemplateAsText() {
        script = request -> Scripts.sum();
        post("/v1/chat/completions", """
                {"model": "duo", "messages": [
                  {"role": "Developer", "content": "be brief"},
                  {"role": "user", "content": [{"type": "text", "text": "a"}, {"type": "text", "text": "b"}], "name": "me"},
                  {"role": "assistant", "content": null, "refusal": null, "tool_calls": [{"id": "1", "type": "function",
                    "function": {"name": "f", "arguments": "{}"}}]},
                  {"role": "tool", "content": "42", "tool_call_id": "1"}]}
                """);

        assertThat(new LetterTokenizer().decode(engine.requests().getLast().promptIds()))
                .isEqualTo("system:be brief;user:a\\nb;assistant:;tool:42;assistant:".replace("\\n", "\n"));
    }

    @Test
    void severalAnswersCountTheirPromptOnceAndDiffer() {
        JsonNode answer = chat(request -> Scripts.says("x"), "duo", ", \"n\": 3, \"seed\": 10");

        assertThat(answer.path("choices").size()).isEqualTo(3);
        assertThat(answer.path("usage").path("prompt_tokens").intValue()).isEqualTo("user:hi;assistant:".length());
        assertThat(answer.path("usage").path("completion_tokens").intValue()).isEqualTo(6);
        List<GenerationRequest> asked = engine.requests();
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
        JsonNode content = chat(request -> script, "duo", ", \"logprobs\": true, \"top_logprobs\": 2")
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
        AnswersTest.script = request -> script;

        server.client()
                .post()
                .uri("/v1/chat/completions")
                .contentType(MediaType.APPLICATION_JSON)
                .bodyValue(body("duo", ", \"logprobs\": true"))
                .exchange()
                .expectStatus()
                .isEqualTo(500);
    }

    @Test
    void tokenIdsComeOnRequest() {
        JsonNode answer = chat(request -> Scripts.says("ab"), "duo", ", \"return_token_ids\": true");

        assertThat(answer.path("choices").get(0).path("token_ids").toString()).isEqualTo("[97,98,256]");
        assertThat(answer.path("prompt_token_ids").size()).isEqualTo("user:hi;assistant:".length());
    }

    @Test
    void promptsComeInFourForms() {
        script = request -> Scripts.says("!");
        for (String prompt : List.of("\"ab\"", "[\"ab\"]", "[97, 98]", "[[97, 98]]")) {
            JsonNode answer =
                    post("/v1/completions", "{\"model\": \"small\", \"prompt\": " + prompt + ", \"echo\": true}");

            assertThat(answer.path("object").stringValue()).isEqualTo("text_completion");
            assertThat(answer.path("choices").get(0).path("text").stringValue()).isEqualTo("ab!");
            assertThat(engine.requests().getLast().promptIds()).containsExactly('a', 'b');
            assertThat(engine.requests().getLast().stop().maxTokens()).isEqualTo(16);
        }
    }

    @Test
    void severalPromptsAreSeveralChoices() {
        script = request -> Scripts.says(request.promptIds().length == 1 ? "x" : "yy");
        JsonNode answer = post("/v1/completions", "{\"model\": \"small\", \"prompt\": [\"a\", \"bb\"], \"n\": 2}");

        assertThat(answer.path("choices")
                        .valueStream()
                        .map(choice -> choice.path("text").stringValue()))
                .containsExactly("x", "x", "yy", "yy");
        assertThat(answer.path("usage").path("prompt_tokens").intValue()).isEqualTo(3);
        assertThat(answer.path("usage").path("completion_tokens").intValue()).isEqualTo(10);
    }

    @Test
    void textLogprobsHaveOffsets() {
        script = request -> Scripts.says("aé");
        JsonNode logprobs = post("/v1/completions", "{\"model\": \"small\", \"prompt\": \"x\", \"logprobs\": 1}")
                .path("choices")
                .get(0)
                .path("logprobs");

        assertThat(logprobs.path("tokens").size()).isEqualTo(3);
        assertThat(logprobs.path("text_offset").toString()).isEqualTo("[0,1,2]");
        assertThat(logprobs.path("token_logprobs").toString()).isEqualTo("[-0.5,-0.5,-0.5]");
        assertThat(logprobs.path("top_logprobs").get(0).toString()).isEqualTo("{\"a\":-0.5}");
    }

    @Test
    void aSeedIsDrawnAndToldWhereNoneWasGiven() {
        script = request -> Scripts.sum();
        EntityExchangeResult<String> answer = server.client()
                .post()
                .uri("/v1/chat/completions")
                .contentType(MediaType.APPLICATION_JSON)
                .bodyValue(body("duo", ""))
                .exchange()
                .expectBody(String.class)
                .returnResult();

        assertThat(answer.getResponseHeaders().getFirst("x-tokenrouter-seed"))
                .isEqualTo(Long.toString(engine.requests().getLast().sampling().seed()));
    }

    @Test
    void modelsListPairsAndModels() {
        JsonNode list = JSON.readTree(server.client()
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

    private static JsonNode chat(Function<GenerationRequest, Script> answer, String model, String more) {
        script = answer;
        return post("/v1/chat/completions", body(model, more));
    }

    private static String body(String model, String more) {
        return "{\"model\": \"" + model + "\", \"messages\": [{\"role\": \"user\", \"content\": \"hi\"}]" + more + "}";
    }

    private static JsonNode post(String path, String body) {
        String answer = server.client()
                .post()
                .uri(path)
                .contentType(MediaType.APPLICATION_JSON)
                .bodyValue(body)
                .exchange()
                .expectBody(String.class)
                .returnResult()
                .getResponseBody();
        JsonNode json = JSON.readTree(answer);
        assertThat(json.has("error")).as(answer).isFalse();
        return json;
    }
}
