package io.tokenrouter.app.tools;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is a call and what is text, as models of each family write them. */
class CallReaderTest {

    private static final List<Tool> TOOLS = List.of(
            new Tool(
                    "add",
                    Map.of(
                            "type",
                            "object",
                            "properties",
                            Map.of(
                                    "a", Map.of("type", "integer"),
                                    "b", Map.of("type", "integer"),
                                    "note", Map.of("type", "string"),
                                    "list", Map.of("type", "array")))),
            new Tool("now", Map.of("type", "object", "properties", Map.of())));

    private static final ToolCall ADD = new ToolCall("add", "{\"a\":1,\"b\":2}");
    private static final ToolCall NOW = new ToolCall("now", "{}");

    private static final String HERMES =
            "<tool_call>\n{\"name\": \"add\", \"arguments\": {\"a\": 1, \"b\": 2}}\n</tool_call>";

    /** {@code ~} is a line break. */
    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource(delimiter = '¦', quoteCharacter = '`', textBlock = """
        HERMES       ¦ <tool_call>~{"name": "add", "arguments": {"a": 1, "b": 2}}~</tool_call>
        HERMES       ¦ <tool_call>{"arguments": {"a": 1, "b": 2}, "name": "add"}</tool_call>
        HERMES       ¦ <tool_call>{"name": "add", "arguments": "{\\"a\\": 1, \\"b\\": 2}"}</tool_call>
        HERMES       ¦ <tool_call>~{"name": "add", "arguments": {"a": 1, "b": 2}}
        QWEN3_CODER  ¦ <tool_call>~<function=add>~<parameter=a>~1~</parameter>~<parameter=b>~2~</parameter>~</function>~</tool_call>
        QWEN3_CODER  ¦ <function=add><parameter=a>1</parameter><parameter=b>2</parameter></function>
        QWEN3_CODER  ¦ <tool_call>~{"name": "add", "arguments": {"a": 1, "b": 2}}~</tool_call>
        LLAMA3_JSON  ¦ {"name": "add", "parameters": {"a": 1, "b": 2}}
        LLAMA3_JSON  ¦ <|python_tag|>{"type": "function", "name": "add", "parameters": {"a": 1, "b": 2}}
        MISTRAL      ¦ [TOOL_CALLS][{"name": "add", "arguments": {"a": 1, "b": 2}, "id": "abcdefghi"}]
        MISTRAL      ¦ [TOOL_CALLS] [{"arguments": {"a": 1, "b": 2}, "name": "add"}]
        MISTRAL_ARGS ¦ [TOOL_CALLS]add[ARGS]{"a": 1, "b": 2}
        MISTRAL_ARGS ¦ [TOOL_CALLS]add[CALL_ID]abcdefghi[ARGS]{"a": 1, "b": 2}
        MISTRAL_ARGS ¦ [TOOL_CALLS]add{"a": 1, "b": 2}
        GRANITE      ¦ <|tool_call|>[{"name": "add", "arguments": {"a": 1, "b": 2}}]
        GRANITE      ¦ <|tool_call|>[{"name": "add", "arguments": {"a": 1, "b": 2}}]<|/tool_call|>
        DEEPSEEK_V31 ¦ <｜tool▁calls▁begin｜><｜tool▁call▁begin｜>add<｜tool▁sep｜>{"a": 1, "b": 2}<｜tool▁call▁end｜><｜tool▁calls▁end｜>
        """)
    void aCallAlone(CallFormat format, String answer) {
        Answer found = whole(format, answer.replace('~', '\n') + "\n");
        assertThat(found.calls()).containsExactly(ADD);
        assertThat(found.text()).isEmpty();
    }

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource(delimiter = '¦', quoteCharacter = '`', textBlock = """
        HERMES       ¦ <tool_call>~{"name": "add", "arguments": {"a": 1, "b": 2}}~</tool_call>~<tool_call>~{"name": "now", "arguments": {}}~</tool_call>
        QWEN3_CODER  ¦ <tool_call>~<function=add>~<parameter=a>~1~</parameter>~<parameter=b>2</parameter></function>~</tool_call>~<tool_call>~<function=now>~</function></tool_call>
        LLAMA3_JSON  ¦ {"name": "add", "parameters": {"a": 1, "b": 2}}; {"name": "now", "parameters": {}}
        MISTRAL      ¦ [TOOL_CALLS][{"name": "add", "arguments": {"a": 1, "b": 2}}, {"name": "now", "arguments": {}}]
        MISTRAL_ARGS ¦ [TOOL_CALLS]add[ARGS]{"a": 1, "b": 2}[TOOL_CALLS]now[ARGS]{}
        GRANITE      ¦ <|tool_call|>[{"name": "add", "arguments": {"a": 1, "b": 2}}, {"name": "now"}]
        DEEPSEEK_V31 ¦ <｜tool▁calls▁begin｜><｜tool▁call▁begin｜>add<｜tool▁sep｜>{"a": 1, "b": 2}<｜tool▁call▁end｜><｜tool▁call▁begin｜>now<｜tool▁sep｜>{}<｜tool▁call▁end｜><｜tool▁calls▁end｜>
        """)
    void twoCalls(CallFormat format, String answer) {
        Answer found = whole(format, answer.replace('~', '\n'));
        assertThat(found.calls()).containsExactly(ADD, NOW);
        assertThat(found.text()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " \n ",
                "<",
                "plain < text > {with} [braces]",
                "<tool_call>",
                "<tool_call>\n{\"name\": \"unknown\", \"arguments\": {}}\n</tool_call>",
                "<tool_call>\n{\"name\": \"add\", \"arguments\": [1]}\n</tool_call>",
                "<tool_call>\n{\"name\": \"add\", 'arguments': {}}\n</tool_call>",
                "<tool_call>\n{name: add}\n</tool_call> and more",
                "<tool_call>\n{\"name\": 5, \"arguments\": {}}\n</tool_call>",
                "<tool_call>\n{\"name\": \"add\", \"argu",
                "<tool_call>\n{\"arguments\": {\"a\": 1}, \"name\": \"ad",
                "<tool_call>\n{\"arguments\": \"{\\\"a\\\": 01}\", \"name\": \"add\"}",
                "Write <tool_call> before {\"name\": \"add\"}",
            })
    void malformedCallsStayText(String answer) {
        Answer found = whole(CallFormat.HERMES, answer);
        assertThat(found.calls()).isEmpty();
        assertThat(found.text()).isEqualTo(answer);
    }

    /** What was told cannot be taken back. */
    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource(delimiter = '¦', quoteCharacter = '`', textBlock = """
        HERMES       ¦ <tool_call>{"name": "add", "arguments": {"a": 1                     ¦ {"a":1             ¦ ``
        HERMES       ¦ <tool_call>{"name": "add", "arguments": {"note": "<tool_call>{      ¦ {"note":"<tool_call>{ ¦ ``
        HERMES       ¦ <tool_call>{"name": "add", "arguments": {"a": 01}}</tool_call>      ¦ {"a":0             ¦ 1}}</tool_call>
        HERMES       ¦ <tool_call>{"name": "add", "arguments": {"a": 1e9999}}</tool_call>  ¦ {"a":1e999         ¦ 9}}</tool_call>
        HERMES       ¦ <tool_call>{"name": "add", "arguments": {"a": tru}}</tool_call>     ¦ {"a":tru           ¦ }}</tool_call>
        HERMES       ¦ <tool_call>{"name": "add", "arguments": {"note": "\\u00g0"}}         ¦ {"note":"          ¦ g0"}}
        HERMES       ¦ <tool_call>{"name": "add", "arguments": {"a": 1}</tool_call> Well   ¦ {"a":1}            ¦ ` Well`
        MISTRAL      ¦ [TOOL_CALLS][{"name": "add", "arguments": {"a": 1}}, {"name": "x"}] ¦ {"a":1}            ¦ `, {"name": "x"}]`
        MISTRAL_ARGS ¦ [TOOL_CALLS]add[ARGS]{"a": 1]                                       ¦ {"a":1             ¦ ]
        LLAMA3_JSON  ¦ {"name": "add", "parameters": {"a": 1}} {"name": "x"}               ¦ {"a":1}            ¦ ` {"name": "x"}`
        """)
    void argumentsThatGoOnAsNoJsonCanEndThere(CallFormat format, String answer, String arguments, String text) {
        Answer found = whole(format, answer);
        assertThat(found.calls()).containsExactly(new ToolCall("add", arguments));
        assertThat(found.text()).isEqualTo(text);
    }

    @Test
    void whoIsCalledIsToldAsSoonAsTheArgumentsBegin() {
        CallReader reader = new CallReader(CallFormat.HERMES, TOOLS);
        assertThat(reader.add("<tool_call>\n{\"name\": \"add\", \"arguments\": ")
                        .calls())
                .isEmpty();
        assertThat(reader.add("{").calls()).containsExactly(new CallPiece(0, "add", "{"));
        assertThat(reader.add("\"a\": 1").calls()).containsExactly(new CallPiece(0, null, "\"a\":1"));
        assertThat(reader.add("  ").calls()).isEmpty();
        assertThat(reader.add("}").calls()).containsExactly(new CallPiece(0, null, "}"));
        assertThat(reader.add("}").calls()).containsExactly(new CallPiece(0, null, ""));
        assertThat(reader.add("</tool_call>" + HERMES).calls())
                .containsExactly(new CallPiece(1, "add", "{\"a\":1,\"b\":2}"));
        assertThat(reader.end()).isEqualTo(new CallReader.Found("", List.of()));
    }

    @ParameterizedTest
    @EnumSource
    void everyFormatLeavesOtherTextAsItIs(CallFormat format) {
        String answer = " Sure: [1, {\"name\": \"add\"}] <|x|> <function> 1 < 2\n";
        assertThat(whole(format, answer)).isEqualTo(new Answer(answer, List.of()));
    }

    @Test
    void textAroundCallsStaysWithoutTheWhiteSpaceBetween() {
        Answer found = whole(CallFormat.HERMES, "Let me see.\n\n" + HERMES + "\nDone. \n");
        assertThat(found.text()).isEqualTo("Let me see.\nDone. \n");
        assertThat(found.calls()).containsExactly(ADD);
    }

    @Test
    void aCallBehindAMalformedOneCounts() {
        Answer found = whole(CallFormat.HERMES, "<tool_call>{oops}</tool_call>" + HERMES);
        assertThat(found.text()).isEqualTo("<tool_call>{oops}</tool_call>");
        assertThat(found.calls()).containsExactly(ADD);
    }

    @Test
    void jsonThatIsNoCallIsAnAnswerOfLlama() {
        String answer = "{\"result\": {\"name\": \"add\"}} is JSON";
        assertThat(whole(CallFormat.LLAMA3_JSON, answer)).isEqualTo(new Answer(answer, List.of()));
    }

    @Test
    void stringsMayHaveMarkupAndBraces() {
        String note = "</tool_call> } ] \\\" \\\\ <tool_call> \\u00e9 é 😀 </parameter>";
        String answer = "<tool_call>{\"name\": \"add\", \"arguments\": {\"note\": \"" + note + "\"}}</tool_call>";
        assertThat(whole(CallFormat.HERMES, answer).calls())
                .containsExactly(new ToolCall("add", "{\"note\":\"" + note + "\"}"));
    }

    @Test
    void valuesWithoutQuotesAreReadByTheSchema() {
        String answer = """
            <tool_call>
            <function=add>
            <parameter=a>
            12
            </parameter>
            <parameter=note>
            12
            two </parameter> lines "quoted" </function>
            </parameter>
            <parameter=list>
            [1, {"b": null}]
            </parameter>
            <parameter=b>
            twelve
            </parameter>
            </function>
            </tool_call>""";
        assertThat(whole(CallFormat.QWEN3_CODER, answer).calls())
                .containsExactly(new ToolCall(
                        "add",
                        "{\"a\":12,\"note\":\"12\\ntwo </parameter> lines \\\"quoted\\\" </function>\","
                                + "\"list\":[1,{\"b\":null}],\"b\":\"twelve\"}"));
    }

    @Test
    void numbersKeepTheirDigits() {
        String arguments = "{\"a\":12345678901234567890,\"b\":1.50}";
        String answer = "<tool_call>{\"name\": \"add\", \"arguments\": " + arguments + "}";
        assertThat(whole(CallFormat.HERMES, answer).calls()).containsExactly(new ToolCall("add", arguments));
    }

    @ParameterizedTest
    @CsvSource({
        "\\ud800, \\ufffd",
        "\\udc00x, \\ufffdx",
        "\\ud83d\\ude00, \\ud83d\\ude00",
        "\\ud83d\\ud83d\\ude00, \\ufffd\\ud83d\\ude00",
        "\\ud83dx\\ude00, \\ufffdx\\ufffd",
        "\\ud83d\\n, \\ufffd\\n",
    })
    void halvesOfSurrogatePairsDoNotReachTheCaller(String written, String told) {
        String answer = "<tool_call>{\"name\": \"add\", \"arguments\": {\"note\": \"" + written + "\"}}";
        assertThat(whole(CallFormat.HERMES, answer).calls())
                .containsExactly(new ToolCall("add", "{\"note\":\"" + told + "\"}"));
    }

    @Test
    void textIsHeldBackOnlyWhileItMayBeACall() {
        CallReader reader = new CallReader(CallFormat.HERMES, TOOLS);
        assertThat(reader.add("a <").text()).isEqualTo("a");
        assertThat(reader.add("tool").text()).isEmpty();
        assertThat(reader.add("s> b").text()).isEqualTo(" <tools> b");
        assertThat(reader.add("<tool_call> {").text()).isEmpty();
        assertThat(reader.add("x").text()).isEqualTo("<tool_call> {x");
    }

    @Test
    void aLongTextOfMarkersComesBackWhole() {
        for (CallFormat format : CallFormat.values()) {
            for (String marker : format.markers()) {
                CallReader reader = new CallReader(format, TOOLS);
                String part = marker + "{\"name\": \"" + marker;
                CallReader.Found found = reader.add(part.repeat(2_000));
                assertThat(found.text().length() + reader.end().text().length()).isEqualTo(part.length() * 2_000);
            }
        }
    }

    private static Answer whole(CallFormat format, String answer) {
        return Answer.of(format, TOOLS, List.of(answer));
    }
}
