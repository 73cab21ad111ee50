package io.tokenrouter.app.v1;

import static io.tokenrouter.app.v1.ToolSamples.CALL;
import static io.tokenrouter.app.v1.ToolSamples.NOW;
import static io.tokenrouter.app.v1.ToolSamples.TOOLS;
import static org.assertj.core.api.Assertions.assertThat;

import io.tokenrouter.engine.api.GenerationRequest;
import io.tokenrouter.engine.api.TokenConstraint;
import io.tokenrouter.engine.fixtures.Script;
import java.nio.charset.StandardCharsets;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** Tools over HTTP: what the template is given, how calls are told, what an answer is held to. */
class ToolsTest {

    @RegisterExtension
    static final ScriptedApi api = ToolSamples.api();

    @Test
    void aCallIsTold() {
        JsonNode choice = whole(request -> Scripts.says(CALL), TOOLS);
        assertThat(choice.at("/message/content").isNull()).isTrue();
        assertThat(choice.path("finish_reason").stringValue()).isEqualTo("tool_calls");
        JsonNode call = choice.at("/message/tool_calls/0");
        assertThat(call.path("id").stringValue()).matches("call_[A-Za-z0-9]{24}");
        assertThat(call.path("type").stringValue()).isEqualTo("function");
        assertThat(call.at("/function/name").stringValue()).isEqualTo("add");
        assertThat(call.at("/function/arguments").stringValue()).isEqualTo("{\"a\":1,\"b\":2}");
        assertThat(api.asked().constraint()).isNull();
    }

    @Test
    void textBesideCallsIsContent() {
        JsonNode message = whole(request -> Scripts.says("Let me see.\n" + CALL + "\n" + NOW), TOOLS)
                .path("message");
        assertThat(message.path("content").stringValue()).isEqualTo("Let me see.");
        assertThat(message.path("tool_calls")).hasSize(2);
    }

    @Test
    void anAnswerWithoutCallsIsAsEver() {
        JsonNode choice = whole(request -> Scripts.says("No <tool_call> here"), TOOLS);
        assertThat(choice.at("/message/content").stringValue()).isEqualTo("No <tool_call> here");
        assertThat(choice.path("message").has("tool_calls")).isFalse();
        assertThat(choice.path("finish_reason").stringValue()).isEqualTo("stop");
    }

    @Test
    void aCallThatIsCutOffIsText() {
        JsonNode choice = whole(request -> Scripts.runsOut(CALL.substring(0, 40)), TOOLS);
        assertThat(choice.at("/message/content").stringValue()).isEqualTo(CALL.substring(0, 40));
        assertThat(choice.path("finish_reason").stringValue()).isEqualTo("length");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ", \"tools\": null", "TOOLS, \"tool_choice\": \"none\""})
    void withoutToolsNothingIsACall(String fields) {
        JsonNode choice = whole(request -> Scripts.says(CALL), fields.replace("TOOLS", TOOLS));
        assertThat(choice.at("/message/content").stringValue()).isEqualTo(CALL);
        assertThat(prompt()).doesNotContain("tools;");
    }

    @Test
    void onlyTheFirstOfParallelCallsIsToldWhereOneWasAskedFor() {
        JsonNode choice = whole(request -> Scripts.says(CALL + NOW), TOOLS + ", \"parallel_tool_calls\": false");
        assertThat(choice.at("/message/tool_calls")).hasSize(1);
        assertThat(choice.at("/message/content").isNull()).isTrue();
    }

    @Test
    void logProbabilitiesOfCallsAreTold() {
        JsonNode choice = whole(request -> Scripts.says(CALL), TOOLS + ", \"logprobs\": true");
        String told = choice.at("/logprobs/content")
                .valueStream()
                .map(token -> token.path("token").stringValue())
                .collect(Collectors.joining());
        assertThat(told).isEqualTo(CALL.substring(0, CALL.lastIndexOf('}') + 1));
    }

    @Test
    void theTemplateIsGivenToolsAndArgumentsAsObjects() {
        api.answers(request -> Scripts.sum());
        api.answer("/v1/chat/completions", """
            {"model": "duo", "messages": [
              {"role": "user", "content": "1+2?"},
              {"role": "assistant", "content": null, "tool_calls": [{"id": "call_1", "type": "function",
               "function": {"name": "add", "arguments": "{\\"a\\": 1, \\"b\\": [true]}"}}]},
              {"role": "tool", "tool_call_id": "call_1", "content": "3"}]TOOLS}""".replace("TOOLS", TOOLS));
        assertThat(prompt())
                .isEqualTo("2 tools;[{id=call_1, type=function, function={name=add, arguments={a=1, b=[true]}}}];"
                        + "call_1;user:1+2?;assistant:;tool:3;assistant:");
    }

    @Test
    void aStopStringEndsAnAnswerWithCallsAsAnyOther() {
        Script script = Script.start()
                .tokens("small", 0.1f, new LetterTokenizer().encode(CALL + " STOP"))
                .stopAt("STOP");
        JsonNode choice = whole(request -> script, TOOLS + ", \"stop\": \"STOP\"");
        assertThat(choice.at("/message/tool_calls")).hasSize(1);
        assertThat(choice.at("/message/content").isNull()).isTrue();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
        "required"                                             | true  | true
        {"type": "function", "function": {"name": "add"}}      | false | true
        {"type": "function", "function": {"name": "now"}}      | false | false
        """)
    void aForcedCallCanBeNothingElse(String choice, boolean several, boolean add) {
        whole(request -> Scripts.says(CALL), TOOLS + ", \"tool_choice\": " + choice);
        TokenConstraint constraint = api.asked().constraint();
        assertThat(constraint).isNotNull();
        String compact = CALL.replace("{\"a\": 1, \"b\": 2}", "{\"a\":1,\"b\":2}");
        assertThat(takes(constraint, compact)).isEqualTo(add);
        assertThat(takes(constraint, compact.replace("1", "\"1\""))).isFalse();
        assertThat(takes(constraint, compact + "\n" + compact)).isEqualTo(several && add);
        assertThat(takes(constraint, "1+1=2")).isFalse();
    }

    @Test
    void whereTheModelMayChooseItCallsOrAnswersInTheFormOfResponseFormat() {
        whole(request -> Scripts.says(CALL), TOOLS + """
            , "response_format": {"type": "json_object", "schema": {"type": "object", "properties": {"x": {"type": "null"}}}}
            """);
        TokenConstraint constraint = api.asked().constraint();
        assertThat(constraint).isNotNull();
        assertThat(takes(constraint, NOW)).isTrue();
        assertThat(takes(constraint, "{\"x\":null}")).isTrue();
        assertThat(takes(constraint, "text")).isFalse();
    }

    @Test
    void theModelsSayHowTheirCallsAreRead() {
        api.client()
                .get()
                .uri("/v1/models/duo")
                .exchange()
                .expectBody()
                .jsonPath("$.tool_call_parser")
                .isEqualTo("hermes");
    }

    private static JsonNode whole(Function<GenerationRequest, Script> script, String fields) {
        return api.chat(script, "duo", fields).at("/choices/0");
    }

    private static String prompt() {
        return new LetterTokenizer().decode(api.asked().promptIds());
    }

    /** Whether a text can be written to its end. */
    private static boolean takes(TokenConstraint constraint, String text) {
        TokenConstraint.State state = constraint.start();
        for (byte each : text.getBytes(StandardCharsets.UTF_8)) {
            if (!state.allowed().allows(each & 0xFF)) {
                return false;
            }
            state = state.after(each & 0xFF);
        }
        return state.allowed().allows(LetterTokenizer.END);
    }
}
