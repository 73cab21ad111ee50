package io.tokenrouter.engine.grammar;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tokenrouter.engine.api.TokenConstraint;
import io.tokenrouter.engine.fixtures.WordVocabulary;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Schemas that are made to cost time or memory are refused, or cost no more than a bound. */
class HostileSchemasTest {

    private static final WordVocabulary VOCABULARY =
            WordVocabulary.ofBytesAnd(List.of(Bytes.utf8("[[[["), Bytes.utf8("{\"a\":")));

    private final TokenGrammars grammars = new TokenGrammars(VOCABULARY);

    /** Two equal ways at each of 40 levels: 2^40 ways to read forty brackets. */
    @Test
    void exponentiallyManyReadingsAreCutAndWhatIsWrittenStaysValid() {
        Map<String, Object> schema = new HashMap<>();
        Map<String, Object> defs = new LinkedHashMap<>();
        for (int i = 0; i < 40; i++) {
            Map<String, Object> deeper = Map.of("$ref", "#/$defs/d" + (i + 1));
            Map<String, Object> longer = Map.of("type", "array", "items", deeper, "minItems", 1);
            defs.put(
                    "d" + i,
                    Map.of("anyOf", List.of(longer, Map.of("type", "array", "items", deeper, "maxItems", 1), longer)));
        }
        defs.put("d40", Map.of("type", "null"));
        schema.put("$defs", defs);
        schema.put("$ref", "#/$defs/d0");
        TokenConstraint.State state = constrain(schema).start();
        for (int i = 0; i < 40; i++) {
            state = state.after('[');
            assertThat(((GrammarState) state).reading().places()).hasSizeLessThanOrEqualTo(Closure.MOST_PLACES);
        }
        List<Integer> ids = Documents.write(constrain(schema), VOCABULARY, new Random(1), 0);
        assertThat(SchemaOracle.faults(schema, Documents.text(VOCABULARY, ids))).isEmpty();
    }

    @Test
    void manyStringsThatCannotBeToldApartAreFewInFreeText() {
        List<Object> strings = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            strings.add(Map.of("type", "string", "minLength", i));
        }
        TokenConstraint.State state =
                constrain(Map.of("anyOf", strings)).start().after('"').after('x');
        long wide = ((GrammarState) state)
                .reading().places().stream()
                        .filter(place -> place.node().isWide())
                        .count();
        assertThat(wide).isEqualTo(Closure.MOST_WIDE);
        assertThat(state.allowed().allows('"')).isTrue();
    }

    @Test
    void nestingThatDoublesAtEachLevelIsWrittenOnce() {
        Map<String, Object> schema = new HashMap<>();
        Map<String, Object> defs = new LinkedHashMap<>();
        for (int i = 0; i < 60; i++) {
            Map<String, Object> next = Map.of("$ref", "#/$defs/d" + (i + 1));
            defs.put("d" + i, Map.of("type", "object", "properties", Map.of("a", next, "b", next)));
        }
        defs.put("d60", Map.of("type", "null"));
        schema.put("$defs", defs);
        schema.put("$ref", "#/$defs/d0");
        assertThat(constrain(schema).start().allowed().allows('{')).isTrue();
    }

    @Test
    void tooManyOfAnythingIsRefused() {
        refused(Map.of("enum", numbers(5_001)), "more than 5000 values");
        refused(Map.of("anyOf", Collections.nCopies(5_001, Map.of("type", "null"))), "more than 5000 parts");
        refused(Map.of("oneOf", Collections.nCopies(101, Map.of("type", "null"))), "more than 100 alternatives");
        refused(Map.of("const", "x".repeat(70_000)), "too large");
        Object deep = Map.of("type", "null");
        for (int i = 0; i < 65; i++) {
            deep = Map.of("type", "array", "items", deep);
        }
        refused(deep, "64 levels");
        Object many = Map.of("type", "null");
        for (int i = 0; i < 20; i++) {
            many = Map.of("type", "array", "items", many, "minItems", 4_096);
        }
        refused(many, "too large");
    }

    @Test
    void aCircleOfOneOfEndsTheSearchForADifference() {
        Map<String, Object> schema = Map.of(
                "oneOf",
                List.of(Map.of("$ref", "#/$defs/a"), Map.of("$ref", "#/$defs/b")),
                "$defs",
                Map.of("a", linked("a"), "b", linked("b")));
        refused(schema, "may hold");
    }

    @Test
    void aLongChainOfReferencesIsRead() {
        Map<String, Object> defs = new LinkedHashMap<>();
        for (int i = 0; i < 4_900; i++) {
            defs.put("d" + i, Map.of("$ref", "#/$defs/d" + (i + 1)));
        }
        defs.put("d4900", Map.of("const", 1));
        TokenConstraint constraint = constrain(Map.of("$ref", "#/$defs/d0", "$defs", defs));
        assertThat(constraint.start().allowed().allows('1')).isTrue();
    }

    @Test
    void manyOptionalPropertiesAreWritten() {
        Map<String, Object> properties = new LinkedHashMap<>();
        for (int i = 0; i < 400; i++) {
            properties.put("property" + i, Map.of("type", "null"));
        }
        Map<String, Object> schema = Map.of("type", "object", "properties", properties);
        List<Integer> ids = Documents.write(constrain(schema), VOCABULARY, new Random(1), 500);
        assertThat(SchemaOracle.faults(schema, Documents.text(VOCABULARY, ids))).isEmpty();
    }

    /** Nesting as deep as the answer is long costs neither a stack overflow nor quadratic time. */
    @Test
    void answersMayBeDeep() {
        TokenConstraint.State state = constrain(Map.of("type", "array")).start();
        for (int i = 0; i < 20_000; i++) {
            state = state.after(256);
        }
        assertThat(state.allowed().allows(']')).isTrue();
        for (int i = 0; i < 79_999; i++) {
            state = state.after(']');
        }
        assertThat(state.after(']').allowed().allows(VOCABULARY.end())).isTrue();
    }

    private static Map<String, Object> linked(String name) {
        return Map.of(
                "type",
                "object",
                "properties",
                Map.of("next", Map.of("$ref", "#/$defs/" + name)),
                "required",
                List.of("next"));
    }

    private static List<Object> numbers(int count) {
        List<Object> numbers = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            numbers.add(i);
        }
        return numbers;
    }

    private void refused(Object schema, String reason) {
        assertThatThrownBy(() -> grammars.constrain(Grammar.ofSchema(schema)))
                .isInstanceOf(UnsupportedSchemaException.class)
                .hasMessageContaining(reason);
    }

    private TokenConstraint constrain(Map<String, Object> schema) {
        return grammars.constrain(Grammar.ofSchema(schema));
    }
}
