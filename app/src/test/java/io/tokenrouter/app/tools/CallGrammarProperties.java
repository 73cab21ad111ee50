package io.tokenrouter.app.tools;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenrouter.engine.api.TokenConstraint;
import io.tokenrouter.engine.api.Vocabulary;
import io.tokenrouter.engine.grammar.Documents;
import io.tokenrouter.engine.grammar.Grammar;
import io.tokenrouter.engine.grammar.RandomSchemas;
import io.tokenrouter.engine.grammar.SchemaOracle;
import io.tokenrouter.engine.grammar.TokenGrammars;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.jspecify.annotations.Nullable;

/** Whatever a model would rather write, a forced answer is made of calls whose arguments are valid. */
class CallGrammarProperties {

    private static final Vocabulary VOCABULARY = new MarkedVocabulary();
    private static final TokenGrammars GRAMMARS = new TokenGrammars(VOCABULARY);

    @Property(tries = 150)
    void forcedAnswersAreCalls(
            @ForAll CallFormat format, @ForAll long seed, @ForAll boolean several, @ForAll Random random) {
        List<Tool> tools = List.of(tool("first", seed), tool("second.one", seed + 1));
        TokenConstraint constraint =
                GRAMMARS.constrain(CallGrammar.of(format, tools, tool -> Grammar.ofSchema(tool.parameters()), several));

        String answer =
                Documents.text(VOCABULARY, Documents.write(constraint, VOCABULARY, random, random.nextInt(200)));

        CallReader reader = new CallReader(format, tools);
        CallReader.Found found = reader.add(answer);
        CallReader.Found rest = reader.end();
        List<ToolCall> calls = new ArrayList<>(found.calls());
        calls.addAll(rest.calls());
        assertThat(found.text() + rest.text()).as(answer).isEmpty();
        assertThat(calls).as(answer).isNotEmpty().hasSizeLessThanOrEqualTo(several ? 16 : 1);
        for (ToolCall call : calls) {
            Tool called = tools.get(call.name().equals("first") ? 0 : 1);
            assertThat(call.name()).isEqualTo(called.name());
            assertThat(SchemaOracle.faults(called.parameters(), call.arguments()))
                    .as(answer)
                    .isEmpty();
        }
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
