package io.tokenrouter.app.tools;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.Size;
import tools.jackson.databind.json.JsonMapper;

/** However an answer is cut into pieces, it has the same calls and the same text. */
class CallReaderProperties {

    private static final List<Tool> TOOLS = List.of(
            new Tool("f", Map.of("type", "object", "properties", Map.of("s", Map.of("type", "string")))),
            new Tool("g.h-1", Map.of("type", "object")));

    private static final JsonMapper JSON = JsonMapper.builder().build();

    @Property(tries = 2_000)
    void anyCutGivesTheSame(
            @ForAll CallFormat format, @ForAll("scraps") @Size(max = 25) List<String> scraps, @ForAll Random random) {
        String answer = String.join("", scraps);
        assertThat(cut(format, answer, random)).isEqualTo(cut(format, answer, null));
    }

    /** Text that models are likely to write around and inside of calls, in any order. */
    @Provide
    Arbitrary<List<String>> scraps() {
        return Arbitraries.of(
                        "<tool_call>",
                        "</tool_call>",
                        "<tool_",
                        "<function=f>",
                        "<function=",
                        "<parameter=s>",
                        "</parameter>",
                        "</function>",
                        "{",
                        "}",
                        "[",
                        "]",
                        "{}",
                        "\"name\"",
                        ": ",
                        "\"f\"",
                        ", ",
                        "\"arguments\"",
                        "\"parameters\"",
                        "\"",
                        "\\",
                        "\n",
                        " ",
                        "f",
                        "[TOOL_CALLS]",
                        "[ARGS]",
                        "<|python_tag|>",
                        "<|tool_call|>",
                        "<｜tool▁call▁begin｜>",
                        "<｜tool▁calls▁begin｜>",
                        "<｜tool▁sep｜>",
                        "<｜tool▁call▁end｜>",
                        ";",
                        "text",
                        "é😀",
                        "1",
                        "<",
                        "|",
                        "{\"name\": \"f\", \"arguments\": {\"s\": \"x\"}}",
                        "[{\"name\": \"g.h-1\", \"arguments\": {}}]",
                        "<tool_call>\n{\"name\": \"f\", \"arguments\": {}}\n</tool_call>")
                .list();
    }

    @Property(tries = 500)
    void whatIsWrittenAsACallIsReadAsOne(
            @ForAll CallFormat format, @ForAll("strings") String value, @ForAll Random random) {
        String arguments = JSON.writeValueAsString(Map.of("s", value));
        String answer = Samples.written(format, "f", arguments) + Samples.written(format, "g.h-1", "{}");
        Answer found = cut(format, answer, random);
        assertThat(found.text()).isEmpty();
        assertThat(found.calls()).containsExactly(new ToolCall("f", arguments), new ToolCall("g.h-1", "{}"));
    }

    @Property(tries = 300)
    void argumentsAreToldWhileTheyAreWritten(
            @ForAll CallFormat format, @ForAll("strings") String value, @ForAll Random random) {
        String arguments = JSON.writeValueAsString(Map.of("s", value));
        String answer = Samples.written(format, "f", arguments);
        int begin = answer.indexOf(arguments);
        int written = 1 + random.nextInt(arguments.length());
        CallReader reader = new CallReader(format, TOOLS);
        CallAssembler calls = new CallAssembler();
        reader.add(answer.substring(0, begin + written)).calls().forEach(calls::add);
        assertThat(calls.calls()).singleElement().satisfies(call -> {
            assertThat(arguments).startsWith(call.arguments());
            // an escape is told as a whole
            assertThat(call.arguments().length()).isGreaterThan(written - 6);
        });
    }

    @Property(tries = 300)
    void qwen3CoderValuesAreTextToTheLastCharacter(@ForAll("strings") String value, @ForAll Random random) {
        String answer =
                "<tool_call>\n<function=f>\n<parameter=s>\n" + value + "\n</parameter>\n</function>\n</tool_call>";
        assertThat(cut(CallFormat.QWEN3_CODER, answer, random).calls())
                .containsExactly(new ToolCall("f", JSON.writeValueAsString(Map.of("s", value))));
    }

    @Provide
    Arbitrary<String> strings() {
        return Arbitraries.oneOf(
                        Arbitraries.of(
                                "</tool_call>", "<tool_call>", "{", "}", "\"", "\\", "\n", "]", "[ARGS]", "</s>"),
                        Arbitraries.strings().withCharRange(' ', '~').ofMaxLength(4),
                        Arbitraries.of("é", "😀", "｜", "\t", "\u0000"))
                .list()
                .ofMaxSize(12)
                .map(parts -> String.join("", parts));
    }

    /** @param random where to cut; null for not at all */
    private static Answer cut(CallFormat format, String answer, Random random) {
        List<String> pieces = new ArrayList<>();
        int from = 0;
        while (from < answer.length()) {
            int to = random == null ? answer.length() : Math.min(answer.length(), from + random.nextInt(6));
            pieces.add(answer.substring(from, to));
            from = to;
        }
        return Answer.of(format, TOOLS, pieces);
    }
}
