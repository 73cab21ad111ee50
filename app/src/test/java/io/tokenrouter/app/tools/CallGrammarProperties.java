package io.tokenrouter.app.tools;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenrouter.engine.api.TokenConstraint;
import io.tokenrouter.engine.api.Vocabulary;
import io.tokenrouter.engine.grammar.Documents;
import io.tokenrouter.engine.grammar.RandomSchemas;
import io.tokenrouter.engine.grammar.SchemaOracle;
import io.tokenrouter.engine.grammar.TokenGrammars;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.jspecify.annotations.Nullable;

/** Whatever a model would rather write, a forced answer is made of calls whose arguments are valid. */
class CallGrammarProperties {

    private static final Vocabulary VOCABULARY = new MarkedVocabulary();
    private static final CallFormat XML = CallFormat.QWEN3_CODER;
    private static final TokenGrammars GRAMMARS = new TokenGrammars(VOCABULARY);

    @Property(tries = 150)
    void forcedAnswersAreCalls(
            @ForAll CallFormat format, @ForAll long seed, @ForAll boolean several, @ForAll Random random) {
        List<Tool> tools = List.of(tool("first", seed), tool("second.one", seed + 1));
        TokenConstraint constraint = GRAMMARS.constrain(CallGrammar.of(
                format,
                tools.stream().map(tool -> CallGrammar.call(format, tool)).toList(),
                several));

        String answer = Documents.text(
                VOCABULARY, Documents.write(constraint, VOCABULARY, random, random.nextInt(200), "\n</parameter>\n"));
        if (format == CallFormat.QWEN3_CODER) {
            assertThat(answer).startsWith("<tool_call>\n<function=").doesNotContain("\"arguments\"");
        }

        Answer read = Answer.of(format, tools, List.of(answer));
        List<ToolCall> calls = read.calls();
        assertThat(read.text()).as(answer).isEmpty();
        assertThat(calls).as(answer).isNotEmpty().hasSizeLessThanOrEqualTo(several ? 16 : 1);
        for (ToolCall call : calls) {
            Tool called = tools.get(call.name().equals("first") ? 0 : 1);
            assertThat(call.name()).isEqualTo(called.name());
            assertThat(SchemaOracle.faults(called.parameters(), call.arguments()))
                    .as(answer)
                    .isEmpty();
        }
    }

    @Property(tries = 150)
    void textsWithoutQuotesAreReadAsTheyWereWritten(
            @ForAll @IntRange(max = 4) int least,
            @ForAll @IntRange(min = -1, max = 6) int most,
            @ForAll Random random) {
        Map<String, Object> text = new LinkedHashMap<>(Map.of("type", "string", "minLength", least));
        if (most >= least) {
            text.put("maxLength", most);
        }
        Tool tool = new Tool(
                "f",
                Map.of(
                        "type", "object",
                        "properties", Map.of("text", text, "list", Map.of("type", "array")),
                        "required", List.of("text")));
        TokenConstraint constraint =
                GRAMMARS.constrain(CallGrammar.of(XML, List.of(CallGrammar.call(XML, tool)), false));

        String answer = Documents.text(
                VOCABULARY,
                Documents.write(constraint, VOCABULARY, random, 40 + random.nextInt(60), "\n</parameter>\n"));

        assertThat(Answer.of(XML, List.of(tool), List.of(answer)).calls())
                .as(answer)
                .singleElement()
                .satisfies(call -> assertThat(SchemaOracle.faults(tool.parameters(), call.arguments()))
                        .isEmpty());
    }

    private static Tool tool(String name, long seed) {
        Map<String, Object> drawn = new LinkedHashMap<>(RandomSchemas.draw(seed));
        Map<String, @Nullable Object> parameters = new LinkedHashMap<>();
        parameters.put("type", "object");
        parameters.put("$defs", drawn.remove("$defs"));
        parameters.put("properties", Map.of("drawn", drawn));
        parameters.put("required", List.of("drawn"));
        return new Tool(name, parameters);
    }
}
