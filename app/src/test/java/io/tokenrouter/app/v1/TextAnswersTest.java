package io.tokenrouter.app.v1;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenrouter.engine.fixtures.Script;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.JsonNode;

/** Whole answers of text completions. */
class TextAnswersTest {

    @RegisterExtension
    static final ScriptedApi api = new ScriptedApi();

    @Test
    void promptsComeInFourForms() {
        api.answers(request -> Scripts.says("!"));
        for (String prompt : List.of("\"ab\"", "[\"ab\"]", "[97, 98]", "[[97, 98]]")) {
            JsonNode answer =
                    api.answer("/v1/completions", "{\"model\": \"small\", \"prompt\": " + prompt + ", \"echo\": true}");

            assertThat(answer.path("object").stringValue()).isEqualTo("text_completion");
            assertThat(answer.path("choices").get(0).path("text").stringValue()).isEqualTo("ab!");
            assertThat(api.asked().promptIds()).containsExactly('a', 'b');
            assertThat(api.asked().stop().maxTokens()).isEqualTo(16);
        }
    }

    @Test
    void severalPromptsAreSeveralChoices() {
        api.answers(request -> Scripts.says(request.promptIds().length == 1 ? "x" : "yy"));
        JsonNode answer =
                api.answer("/v1/completions", "{\"model\": \"small\", \"prompt\": [\"a\", \"bb\"], \"n\": 2}");

        assertThat(answer.path("choices")
                        .valueStream()
                        .map(choice -> choice.path("text").stringValue()))
                .containsExactly("x", "x", "yy", "yy");
        assertThat(answer.path("usage").path("prompt_tokens").intValue()).isEqualTo(3);
        assertThat(answer.path("usage").path("completion_tokens").intValue()).isEqualTo(10);
    }

    @Test
    void theBestOfSeveralAnswersAreToldAndAllAreCounted() {
        api.answers(request -> Script.start()
                .tokens("small", 0.1f, 'a' + (int) (request.sampling().seed() - 5), LetterTokenizer.END)
                .stopAt("<end>"));
        JsonNode answer = api.answer(
                "/v1/completions",
                "{\"model\": \"small\", \"prompt\": [\"x\", \"y\"], \"n\": 2, \"best_of\": 3, \"seed\": 5}");

        assertThat(answer.path("choices")
                        .valueStream()
                        .map(choice -> choice.path("index").intValue()))
                .containsExactly(0, 1, 2, 3);
        assertThat(answer.path("choices")
                        .valueStream()
                        .map(choice -> choice.path("text").stringValue()))
                .containsExactly("a", "b", "d", "e");
        assertThat(answer.path("usage").path("completion_tokens").intValue()).isEqualTo(12);
    }

    @Test
    void whichAnswersAreTheBestIsKnownAtTheirEnd() {
        String body = "{\"model\": \"small\", \"prompt\": \"x\", ";
        assertThat(api.refusal("/v1/completions", body + "\"n\": 2, \"best_of\": 3, \"stream\": true}"))
                .contains("cannot be streamed");
        assertThat(api.refusal("/v1/completions", body + "\"n\": 3, \"best_of\": 2}"))
                .contains("at least n, 3");
    }

    @Test
    void aModelThatCannotFillInTheMiddleTakesNoSuffix() {
        assertThat(api.refusal("/v1/completions", "{\"model\": \"small\", \"prompt\": \"x\", \"suffix\": \"y\"}"))
                .startsWith("'small' has no tokens to fill in the middle of a text");
    }

    @Test
    void textLogprobsHaveOffsets() {
        api.answers(request -> Scripts.says("aé"));
        JsonNode logprobs = api.answer("/v1/completions", "{\"model\": \"small\", \"prompt\": \"x\", \"logprobs\": 1}")
                .path("choices")
                .get(0)
                .path("logprobs");

        assertThat(logprobs.path("tokens").size()).isEqualTo(3);
        assertThat(logprobs.path("text_offset").toString()).isEqualTo("[0,1,2]");
        assertThat(logprobs.path("token_logprobs").toString()).isEqualTo("[-0.5,-0.5,-0.5]");
        assertThat(logprobs.path("top_logprobs").get(0).toString()).isEqualTo("{\"a\":-0.5}");
    }
}
