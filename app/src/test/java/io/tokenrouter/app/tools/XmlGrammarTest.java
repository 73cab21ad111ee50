package io.tokenrouter.app.tools;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tokenrouter.engine.api.TokenConstraint;
import io.tokenrouter.engine.grammar.TokenGrammars;
import io.tokenrouter.engine.grammar.UnsupportedSchemaException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/** Forced calls of models that write arguments as markup. */
class XmlGrammarTest {

    private static final CallFormat XML = CallFormat.QWEN3_CODER;
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final TokenGrammars GRAMMARS = new TokenGrammars(new MarkedVocabulary());

    @Test
    void qwen3CoderIsHeldToTheFormThatItsTemplateTeaches() {
        Tool tool = new Tool(
                "add",
                Map.of(
                        "type", "object",
                        "properties", properties(),
                        "required", List.of("a", "unit")));
        TokenConstraint constraint =
                GRAMMARS.constrain(CallGrammar.of(XML, List.of(CallGrammar.call(XML, tool)), true));
        String call = """
            <tool_call>
            <function=add>
            <parameter=a>
            12
            </parameter>
            <parameter=unit>
            celsius
            </parameter>
            <parameter=note>
            "x" <b> </p </parameters>
            </parameter>
            </function>
            </tool_call>""";
        assertThat(takes(constraint, call)).isTrue();
        assertThat(takes(constraint, call + "\n" + call)).isTrue();
        assertThat(takes(constraint, call.replace("12", "twelve"))).isFalse();
        assertThat(takes(constraint, call.replace("celsius", "kelvin"))).isFalse();
        assertThat(takes(constraint, call.replace("celsius", "\"celsius\""))).isFalse();
        assertThat(takes(constraint, call.replace("<b>", "</parameter>"))).isFalse();
        assertThat(takes(constraint, call.replace("unit", "note"))).isFalse();
        assertThat(takes(constraint, call.substring(0, call.indexOf("<parameter=note")) + "</function>\n</tool_call>"))
                .isTrue();
        assertThat(takes(constraint, "<tool_call>\n{\"name\": \"add\", \"arguments\": {}}\n</tool_call>"))
                .isFalse();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
        /anyOf                 | {"anyOf": [{"type": "object"}]}
        /properties/x/pattern  | {"properties": {"x": {"type": "string", "pattern": "a"}}}
        /properties/x/enum     | {"properties": {"x": {"type": "integer", "enum": 5}}}
        /properties/x          | {"properties": {"x": {"type": "string", "enum": [1]}}}
        /properties            | {"properties": {"a<b": {"type": "string"}}}
        /additionalProperties/type | {"required": ["x"], "additionalProperties": {"type": "integer"}}
        """)
    void whatCannotBeWrittenWithoutQuotesIsRefusedWithItsPlace(String place, String schema) {
        Map<String, @Nullable Object> parameters = JSON.readValue(schema, new TypeReference<>() {});
        assertThatThrownBy(() -> CallGrammar.call(XML, new Tool("f", parameters)))
                .isInstanceOfSatisfying(
                        UnsupportedSchemaException.class,
                        refused -> assertThat(refused.path()).isEqualTo("#" + place));
    }

    private static Map<String, Object> properties() {
        Map<String, Object> properties = new LinkedHashMap<>();
        properties.put("a", Map.of("type", "integer"));
        properties.put("unit", Map.of("enum", List.of("celsius", "fahrenheit")));
        properties.put("note", Map.of("type", "string"));
        return properties;
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
        return constraint.endIds().stream().anyMatch(state.allowed()::allows);
    }
}
