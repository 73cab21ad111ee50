package io.tokenrouter.app.v1;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenrouter.engine.api.GenerationRequest;
import io.tokenrouter.engine.api.TokenConstraint;
import io.tokenrouter.engine.fixtures.Script;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** Tools over HTTP: what is refused, what the template is given, how calls are told. */
class ToolsTest {

    private static final String TOOLS = """
        , "tools": [
          {"type": "function", "function": {"name": "add", "description": "Adds.", "strict": true, "parameters":
            {"type": "object", "properties": {"a": {"type": "integer"}, "b": {"type": "integer"}},
             "required": ["a", "b"], "additionalProperties": false}}},
          {"type": "function", "function": {"name": "now"}}]\
        """;

    private static final String CALL =
            "<tool_call>\n{\"name\": \"add\", \"arguments\": {\"a\": 1, \"b\": 2}}\n</tool_call>";
    private static final String NOW = "<tool_call>\n{\"name\": \"now\", \"arguments\": {}}\n</tool_call>";

    @RegisterExtension
    static final ScriptedApi api =
            new ScriptedApi(Catalogs.duo(Catalogs.withTools("{% if tools %}<tool_call> \"arguments\"{% endif %}")));

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
    void aStreamTellsWhoIsCalledBeforeWithWhat() {
        List<JsonNode> choices =
                stream(request -> Scripts.says("Hm. " + CALL + NOW), "").choices(0);
        List<JsonNode> deltas =
                choices.stream().map(choice -> choice.path("delta")).toList();
        assertThat(deltas.getFirst().path("role").stringValue()).isEqualTo("assistant");
        List<JsonNode> calls = deltas.stream()
                .filter(delta -> delta.has("tool_calls"))
                .map(delta -> delta.at("/tool_calls/0"))
                .toList();
        assertThat(calls).hasSize(4);
        assertThat(calls.get(0).path("index").intValue()).isZero();
        assertThat(calls.get(0).path("id").stringValue()).startsWith("call_");
        assertThat(calls.get(0).at("/function/name").stringValue()).isEqualTo("add");
        assertThat(calls.get(0).at("/function/arguments").stringValue()).isEmpty();
        assertThat(calls.get(1).has("id")).isFalse();
        assertThat(calls.get(1).at("/function/arguments").stringValue()).isEqualTo("{\"a\":1,\"b\":2}");
        assertThat(calls.get(2).path("index").intValue()).isEqualTo(1);
        assertThat(calls.get(3).at("/function/arguments").stringValue()).isEqualTo("{}");
        assertThat(choices.getLast().path("finish_reason").stringValue()).isEqualTo("tool_calls");
        assertThat(choices)
                .filteredOn(choice -> !choice.path("finish_reason").isNull())
                .hasSize(1);
    }

    @Test
    void aStreamSaysTheSameAsTheWholeAnswer() {
        for (String answer : List.of(CALL, "a " + NOW + " b", "<tool_call>{", "plain < text", CALL + CALL + "\n ")) {
            JsonNode whole = whole(request -> Scripts.says(answer), TOOLS).path("message");
            Sse stream = stream(request -> Scripts.says(answer), ", \"n\": 2");
            for (int i = 0; i < 2; i++) {
                assertThat(stream.content(i)).isEqualTo(whole.path("content").asString(""));
                assertThat(arguments(stream, i))
                        .isEqualTo(whole.path("tool_calls")
                                .valueStream()
                                .map(call -> call.at("/function/arguments").stringValue())
                                .collect(Collectors.joining()));
            }
        }
    }

    @Test
    void theChunksOfAStreamCarryEveryToken() {
        Sse stream = stream(request -> Scripts.says("x" + CALL + "y"), ", \"return_token_ids\": true");
        List<Integer> ids = new ArrayList<>();
        stream.choices(0)
                .forEach(choice -> choice.path("token_ids").valueStream().forEach(id -> ids.add(id.intValue())));
        assertThat(ids).hasSize(CALL.length() + 3).endsWith((int) 'y', LetterTokenizer.END);
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

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
        tools                                    | "tools": []
        tools                                    | "tools": {}
        tools                                    | "tools": "add"
        tools[0]                                 | "tools": [5]
        tools[0].type                            | "tools": [{"function": {"name": "f"}}]
        tools[0].type                            | "tools": [{"type": "web_search"}]
        tools[0].function                        | "tools": [{"type": "function"}]
        tools[0].function.name                   | "tools": [{"type": "function", "function": {}}]
        tools[0].function.name                   | "tools": [{"type": "function", "function": {"name": "a b"}}]
        tools[0].function.name                   | "tools": [{"type": "function", "function": {"name": ""}}]
        tools[0].function.name                   | "tools": [{"type": "function", "function": {"name": "LONG"}}]
        tools[0].function.description            | "tools": [{"type": "function", "function": {"name": "f", "description": 5}}]
        tools[0].function.strict                 | "tools": [{"type": "function", "function": {"name": "f", "strict": "yes"}}]
        tools[0].function.parameters             | "tools": [{"type": "function", "function": {"name": "f", "parameters": []}}]
        tools[0].function.parameters.type        | "tools": [{"type": "function", "function": {"name": "f", "parameters": {"type": "array"}}}]
        tools[0].function.parameters.properties  | "tools": [{"type": "function", "function": {"name": "f", "parameters": {"properties": []}}}]
        tools[0].function.parameters.properties.x| "tools": [{"type": "function", "function": {"name": "f", "parameters": {"properties": {"x": "string"}}}}]
        tools[0].function.parameters.required    | "tools": [{"type": "function", "function": {"name": "f", "parameters": {"required": "x"}}}]
        tools[1].function.name                   | "tools": [FUNCTION, FUNCTION]
        tool_choice                              | "tool_choice": "auto"
        tool_choice                              | "tool_choice": "required"
        tool_choice                              | "tool_choice": {"type": "function", "function": {"name": "f"}}
        tool_choice                              | "tools": [FUNCTION], "tool_choice": "any"
        tool_choice                              | "tools": [FUNCTION], "tool_choice": 5
        tool_choice.type                         | "tools": [FUNCTION], "tool_choice": {"type": "custom"}
        tool_choice.function.name                | "tools": [FUNCTION], "tool_choice": {"type": "function"}
        tool_choice.function.name                | "tools": [FUNCTION], "tool_choice": {"type": "function", "function": {"name": "g"}}
        parallel_tool_calls                      | "tools": [FUNCTION], "parallel_tool_calls": "no"
        response_format                          | "tools": [FUNCTION], "tool_choice": "required", "response_format": {"type": "json_object"}
        functions                                | "functions": [{"name": "f"}]
        function_call                            | "function_call": "auto"
        tools[0].function.parameters             | "tools": [{"type": "function", "function": {"name": "f", "parameters": {"properties": {"x": {"multipleOf": 2}}}}}], "tool_choice": "required"
        messages[0].tool_calls                   | "messages": [{"role": "assistant", "tool_calls": 5}]
        messages[0].tool_calls[0]                | "messages": [{"role": "assistant", "tool_calls": [{}]}]
        messages[0].tool_calls[0].id             | "messages": [{"role": "assistant", "tool_calls": [{"id": 5, "function": {"name": "f"}}]}]
        messages[0].tool_calls[0].function.arguments | "messages": [{"role": "assistant", "tool_calls": [{"function": {"name": "f", "arguments": "{"}}]}]
        messages[0].tool_calls[0].function.arguments | "messages": [{"role": "assistant", "tool_calls": [{"function": {"name": "f", "arguments": "[1]"}}]}]
        messages[0].tool_calls[0].function.arguments | "messages": [{"role": "assistant", "tool_calls": [{"function": {"name": "f", "arguments": 5}}]}]
        messages[0].tool_call_id                 | "messages": [{"role": "tool", "content": "3", "tool_call_id": 5}]
        messages[0].role                         | "messages": [{"role": "function", "content": "3", "name": "f"}]
        messages[0].function_call                | "messages": [{"role": "assistant", "function_call": {"name": "f"}}]
        """)
    void aWrongFieldIsNamed(String param, String fields) {
        String filled = fields.replace("FUNCTION", "{\"type\": \"function\", \"function\": {\"name\": \"f\"}}")
                .replace("LONG", "n".repeat(65));
        String messages =
                fields.contains("messages") ? "" : "\"messages\": [{\"role\": \"user\", \"content\": \"x\"}], ";
        api.post("/v1/chat/completions", "{\"model\": \"duo\", " + messages + filled + "}")
                .expectStatus()
                .isBadRequest()
                .expectBody()
                .jsonPath("$.error.type")
                .isEqualTo("invalid_request_error")
                .jsonPath("$.error.param")
                .isEqualTo(param);
    }

    @Test
    void tooManyAndTooLargeToolsAreRefused() {
        String many = IntStream.range(0, 129)
                .mapToObj(i -> "{\"type\": \"function\", \"function\": {\"name\": \"f" + i + "\"}}")
                .collect(Collectors.joining(",", "\"tools\": [", "]"));
        assertThat(refusal(many)).isEqualTo("tools must be an array of 1 to 128 tools; leave it out for none.");
        String large = "\"tools\": [{\"type\": \"function\", \"function\": {\"name\": \"f\", \"description\": \""
                + "x".repeat(600_000) + "\"}}]";
        assertThat(refusal(large)).isEqualTo("tools may have at most 524288 characters together.");
    }

    @Test
    void theOlderFieldsAreRefusedWithTheNewer() {
        assertThat(refusal("\"functions\": [{\"name\": \"f\"}]"))
                .isEqualTo("'functions' is the older form of 'tools', which this server takes; send that instead.");
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

    private static String refusal(String fields) {
        return api.refusal(
                "/v1/chat/completions",
                "{\"model\": \"duo\", \"messages\": [{\"role\": \"user\", \"content\": \"x\"}], " + fields + "}");
    }

    private static JsonNode whole(Function<GenerationRequest, Script> script, String fields) {
        return api.chat(script, "duo", fields).at("/choices/0");
    }

    private static Sse stream(Function<GenerationRequest, Script> script, String fields) {
        api.answers(script);
        return Sse.parse(
                api.post("/v1/chat/completions", ScriptedApi.chatBody("duo", TOOLS + ", \"stream\": true" + fields))
                        .expectBody(String.class)
                        .returnResult()
                        .getResponseBody());
    }

    private static String arguments(Sse stream, int index) {
        return stream.choices(index).stream()
                .map(choice ->
                        choice.at("/delta/tool_calls/0/function/arguments").asString(""))
                .collect(Collectors.joining());
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
