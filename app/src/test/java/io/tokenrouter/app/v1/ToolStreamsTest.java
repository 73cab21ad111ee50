package io.tokenrouter.app.v1;

import static io.tokenrouter.app.v1.ToolSamples.CALL;
import static io.tokenrouter.app.v1.ToolSamples.NOW;
import static io.tokenrouter.app.v1.ToolSamples.TOOLS;
import static org.assertj.core.api.Assertions.assertThat;

import io.tokenrouter.engine.api.GenerationRequest;
import io.tokenrouter.engine.fixtures.Script;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.JsonNode;

/** Calls of tools in streams. */
class ToolStreamsTest {

    @RegisterExtension
    static final ScriptedApi api = ToolSamples.api();

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
        // the answer comes a letter at a time, so that arguments come in many pieces
        List<JsonNode> begun = calls.stream().filter(call -> call.has("id")).toList();
        assertThat(begun).hasSize(2);
        assertThat(begun.getFirst().path("index").intValue()).isZero();
        assertThat(begun.getFirst().path("id").stringValue()).startsWith("call_");
        assertThat(begun.getFirst().at("/function/name").stringValue()).isEqualTo("add");
        assertThat(begun.getLast().path("index").intValue()).isEqualTo(1);
        assertThat(begun)
                .allSatisfy(call ->
                        assertThat(call.at("/function/arguments").stringValue()).isEmpty());
        assertThat(pieces(calls, 0))
                .containsExactly("{", "\"", "a", "\"", ":", "1", ",", "\"", "b", "\"", ":", "2", "}");
        assertThat(pieces(calls, 1)).containsExactly("{", "}");
        assertThat(choices.getLast().path("finish_reason").stringValue()).isEqualTo("tool_calls");
        assertThat(choices)
                .filteredOn(choice -> !choice.path("finish_reason").isNull())
                .hasSize(1);
    }

    @Test
    void logProbabilitiesOfAStreamedCallAreAllTold() {
        Sse stream = stream(request -> Scripts.says(CALL), ", \"logprobs\": true");
        String told = stream.choices(0).stream()
                .flatMap(choice -> choice.at("/logprobs/content").valueStream())
                .map(token -> token.path("token").stringValue())
                .collect(Collectors.joining());
        assertThat(told).isEqualTo(CALL.substring(0, CALL.lastIndexOf('}') + 1));
    }

    @Test
    void aCallThatIsCutOffWithinItsArgumentsIsToldAsFarAsItCame() {
        String answer = "<tool_call>\n{\"name\": \"add\", \"arguments\": {\"a\": 1, \"b\"";
        JsonNode whole =
                api.chat(request -> Scripts.runsOut(answer), "duo", TOOLS).at("/choices/0");
        assertThat(whole.at("/message/tool_calls/0/function/arguments").stringValue())
                .isEqualTo("{\"a\":1,\"b\"");
        assertThat(whole.path("finish_reason").stringValue()).isEqualTo("length");
        Sse stream = stream(request -> Scripts.runsOut(answer), "");
        assertThat(arguments(stream, 0)).isEqualTo("{\"a\":1,\"b\"");
        assertThat(stream.content(0)).isEmpty();
    }

    @Test
    void aStreamSaysTheSameAsTheWholeAnswer() {
        for (String answer : List.of(CALL, "a " + NOW + " b", "<tool_call>{", "plain < text", CALL + CALL + "\n ")) {
            JsonNode whole =
                    api.chat(request -> Scripts.says(answer), "duo", TOOLS).at("/choices/0/message");
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

    /** The arguments of one call, a piece for each chunk that has some. */
    private static List<String> pieces(List<JsonNode> calls, int index) {
        return calls.stream()
                .filter(call -> call.path("index").intValue() == index)
                .map(call -> call.at("/function/arguments").stringValue())
                .filter(piece -> !piece.isEmpty())
                .toList();
    }
}
