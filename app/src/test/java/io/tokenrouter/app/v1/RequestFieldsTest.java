package io.tokenrouter.app.v1;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenrouter.engine.api.GenerationRequest;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the engine is asked for a request. */
class RequestFieldsTest {

    @RegisterExtension
    static final ScriptedApi api = new ScriptedApi();

    @Test
    void fieldsReachTheEngine() {
        api.chat(request -> Scripts.sum(), "duo", """
                , "temperature": 0.5, "top_p": 0.9, "top_k": 40, "min_p": 0.05, "frequency_penalty": 0.1,
                "presence_penalty": -0.2, "repetition_penalty": 1.1, "logit_bias": {"65": -100}, "seed": 7,
                "stop": ["END", "."], "stop_token_ids": [10], "ignore_eos": true, "max_tokens": 9, "max_completion_tokens": 8,
                "user": "me", "metadata": {"a": "b"}, "store": false, "service_tier": "auto", "unheard_of": {"x": [1]},
                "logprobs": true, "top_logprobs": 3
                """);

        GenerationRequest asked = api.asked();
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
        assertThat(asked.policy()).isEqualTo(Catalogs.PAIR_POLICY.spec());
    }

    @Test
    void nullIsAFieldLeftOut() {
        api.chat(request -> Scripts.sum(), "duo", """
                , "temperature": null, "top_p": null, "max_tokens": null, "seed": null, "stop": null, "n": null,
                "stream": null, "stream_options": null, "logit_bias": null, "tools": null, "response_format": null,
                "routing": null, "logprobs": null, "top_logprobs": null, "frequency_penalty": null
                """);

        GenerationRequest asked = api.asked();
        assertThat(asked.sampling().temperature()).isEqualTo(1f);
        assertThat(asked.stop().maxTokens()).isEqualTo(Catalogs.CONTEXT - asked.promptIds().length);
    }

    @Test
    void neutralValuesOfWhatIsNotBuiltPass() {
        api.chat(request -> Scripts.sum(), "duo", """
                , "response_format": {"type": "text"}, "tool_choice": "none", "modalities": ["text"], "min_tokens": 0,
                "skip_special_tokens": true, "add_generation_prompt": true, "best_of": 1
                """);
    }

    @Test
    void aLeastNumberOfTokensReachesTheEngine() {
        api.chat(request -> Scripts.sum(), "duo", ", \"min_tokens\": 7");
        assertThat(api.asked().stop().minTokens()).isEqualTo(7);
    }

    /** Clients write out what they do not use. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"tool_choice\": \"none\", \"parallel_tool_calls\": true",
                "\"tools\": null, \"tool_choice\": null, \"functions\": [], \"function_call\": \"none\"",
                "\"response_format\": {\"type\": \"text\"}",
                "\"stop\": [], \"stop_token_ids\": [], \"bad_words\": []",
                "\"logit_bias\": {}, \"metadata\": {}, \"chat_template_kwargs\": {}, \"documents\": []",
                "\"logprobs\": false, \"top_logprobs\": 0",
                "\"n\": 1, \"best_of\": 1, \"top_k\": -1, \"min_p\": 0, \"repetition_penalty\": 1",
                "\"stream\": false, \"stream_options\": null, \"store\": false, \"user\": \"\"",
                "\"routing\": {}, \"audio\": null, \"prediction\": null, \"reasoning_effort\": null",
                "\"max_tokens\": null, \"max_completion_tokens\": null, \"logit_bias\": null, \"stop_token_ids\": null"
            })
    void fieldsThatAskForNothingChangeNothing(String fields) {
        api.chat(request -> Scripts.sum(), "duo", ", \"seed\": 1");
        GenerationRequest plain = api.asked();

        api.chat(request -> Scripts.sum(), "duo", ", \"seed\": 1, " + fields);

        assertThat(api.asked().sampling()).isEqualTo(plain.sampling());
        assertThat(api.asked().stop()).isEqualTo(plain.stop());
        assertThat(api.asked().promptIds()).isEqualTo(plain.promptIds());
        assertThat(api.asked().policy()).isEqualTo(plain.policy());
        assertThat(api.asked().topLogprobs()).isZero();
    }

    @Test
    void aNumberThatIsAlmostNothingIsNotTakenForNothing() {
        api.chat(request -> Scripts.sum(), "duo", ", \"top_p\": 1e-300, \"repetition_penalty\": 1e-300");

        assertThat(api.asked().sampling().topP()).isPositive();
        assertThat(api.asked().sampling().repetitionPenalty()).isPositive();
    }

    @Test
    void messagesReachTheTemplateAsText() {
        api.answers(request -> Scripts.sum());
        api.answer("/v1/chat/completions", """
                {"model": "duo", "messages": [
                  {"role": "Developer", "content": "be brief"},
                  {"role": "user", "content": [{"type": "text", "text": "a"}, {"type": "text", "text": "b"}], "name": "me"},
                  {"role": "assistant", "content": null, "refusal": null, "tool_calls": [{"id": "1", "type": "function",
                    "function": {"name": "f", "arguments": "{}"}}]},
                  {"role": "tool", "content": "42", "tool_call_id": "1"}]}
                """);

        assertThat(new LetterTokenizer().decode(api.asked().promptIds()))
                .isEqualTo("system:be brief;user:a\\nb;assistant:;tool:42;assistant:".replace("\\n", "\n"));
    }
}
