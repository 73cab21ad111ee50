package io.tokenrouter.engine.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenrouter.engine.api.FinishReason;
import io.tokenrouter.engine.api.GenerationRequest;
import io.tokenrouter.engine.api.PolicySpec;
import io.tokenrouter.engine.api.SamplingParams;
import io.tokenrouter.engine.api.StopCriteria;
import io.tokenrouter.engine.api.TokenConstraint;
import io.tokenrouter.engine.api.TokenEvent;
import io.tokenrouter.engine.executor.ExecutorSpec;
import io.tokenrouter.engine.fixtures.EventLog;
import io.tokenrouter.engine.fixtures.WordVocabulary;
import io.tokenrouter.engine.grammar.Grammar;
import io.tokenrouter.engine.grammar.SchemaOracle;
import io.tokenrouter.engine.grammar.TokenGrammars;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.statistics.Statistics;
import org.jspecify.annotations.Nullable;

/** Answers that must be of a schema, whoever writes them, however they are routed, drafted, dropped and batched. */
class ConstrainedAnswersProperties {

    private static final WordVocabulary VOCABULARY = WordVocabulary.of(
            "{", "}", "[", "]", ",", ":", "\"", "0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "a", "b", "c", "-",
            ".", "e", "{\"", "\":", "\",\"", "\"}", "}}", "],", "[[", "1,", "12", "aa", "ab", "a\"", "e+", "\"b", ",\"",
            "\"a\":");

    private static final ExecutorSpec ROOMY = new ExecutorSpec(FakePair.VOCABULARY, 256, 4, 400, 16, 64);

    private final TokenGrammars grammars = new TokenGrammars(VOCABULARY);

    @Property(tries = 60, shrinking = ShrinkingMode.OFF)
    void everyAnswerIsValidAndTheSameInAnyBatch(@ForAll long seed) {
        Random random = new Random(seed);
        List<Map<String, Object>> schemas = new ArrayList<>();
        List<GenerationRequest> requests = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            Map<String, Object> schema = i % 4 == 3 ? null : schema(random, 2);
            schemas.add(schema);
            requests.add(request(i, random, schema == null ? null : grammars.constrain(Grammar.ofSchema(schema))));
        }
        List<List<Integer>> alone = new ArrayList<>();
        try (FakePair pair = pair(ROOMY)) {
            for (int i = 0; i < requests.size(); i++) {
                EventLog log = pair.run(requests.get(i));
                alone.add(ids(log));
                check(schemas.get(i), log);
            }
            pair.assertIdleAndBalanced();
        }
        try (FakePair pair = pair(new ExecutorSpec(FakePair.VOCABULARY, 256, 4, 100, 1 + random.nextInt(6), 8))) {
            List<EventLog> logs = new ArrayList<>();
            for (GenerationRequest request : requests) {
                logs.add(new EventLog());
                pair.submit(request, logs.getLast());
            }
            for (int i = 0; i < logs.size(); i++) {
                logs.get(i).awaitFinished();
                assertThat(ids(logs.get(i))).isEqualTo(alone.get(i));
            }
            pair.assertIdleAndBalanced();
        }
        Statistics.label("ends").coverage(whole -> whole.check(true).percentage(share -> share > 20));
    }

    private static FakePair pair(ExecutorSpec spec) {
        return new FakePair(EngineOptions.DEFAULTS, spec, spec, VOCABULARY, TestPolicies.all(), null);
    }

    private static void check(@Nullable Map<String, Object> schema, EventLog log) {
        TokenEvent.Finished end = log.awaitFinished();
        Statistics.label("ends").collect(schema != null && end.reason() == FinishReason.STOP);
        if (schema != null && end.reason() == FinishReason.STOP) {
            String document = text(log);
            assertThat(SchemaOracle.faults(schema, document))
                    .as("%s for %s", document, schema)
                    .isEmpty();
            assertThat(end.stopDetail()).isEqualTo("<end>");
        }
    }

    private static String text(EventLog log) {
        StringBuilder text = new StringBuilder();
        for (int id : log.ids()) {
            text.append(id == VOCABULARY.end() ? "" : VOCABULARY.piece(id));
        }
        return text.toString();
    }

    private static List<Integer> ids(EventLog log) {
        List<Integer> ids = new ArrayList<>();
        for (int id : log.ids()) {
            ids.add(id);
        }
        return ids;
    }

    private static GenerationRequest request(int index, Random random, @Nullable TokenConstraint constraint) {
        boolean single = random.nextInt(5) == 0;
        SamplingParams sampling =
                new SamplingParams(random.nextInt(2), 1f, 0, 0f, 1f, 0f, 0f, Map.of(), random.nextInt(1000));
        return new GenerationRequest(
                "r" + index,
                single ? "l" : "pair",
                random.ints(5, 0, FakePair.VOCABULARY).toArray(),
                sampling,
                StopCriteria.maxTokens(10 + random.nextInt(200)),
                single ? null : policy(random),
                random.nextInt(3),
                constraint);
    }

    private static PolicySpec policy(Random random) {
        return switch (random.nextInt(7)) {
            case 0 -> FakePair.fixed("large");
            case 1 -> new PolicySpec("random", Map.of("p", 0.3));
            case 2 -> new PolicySpec("uncertainty", Map.of("enter", 0.6, "exit", 0.4, "mode", "switch", "minStay", 2));
            case 3 -> PolicySpec.of("redo");
            case 4 -> PolicySpec.of("gulp");
            default -> FakePair.entropy(random.nextFloat());
        };
    }

    /** Of the characters that the vocabulary has. */
    private static Map<String, Object> schema(Random random, int depth) {
        return switch (random.nextInt(depth == 0 ? 3 : 6)) {
            case 0 -> Map.of("type", "string", "maxLength", random.nextInt(9));
            case 1 -> Map.of("type", List.of("number", "integer").get(random.nextInt(2)));
            case 2 -> Map.of("enum", List.of("a", "abc", 12, -1.5, List.of("b")));
            case 3 -> Map.of("type", "array", "items", schema(random, depth - 1), "maxItems", 3);
            default -> {
                Map<String, Object> properties = new LinkedHashMap<>();
                for (String name : List.of("a", "ab", "c")) {
                    properties.put(name, schema(random, depth - 1));
                }
                yield Map.of(
                        "type",
                        "object",
                        "properties",
                        properties,
                        "required",
                        random.nextBoolean() ? List.of("ab") : Collections.emptyList(),
                        "additionalProperties",
                        random.nextBoolean());
            }
        };
    }
}
