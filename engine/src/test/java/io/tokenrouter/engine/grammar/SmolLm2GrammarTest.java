package io.tokenrouter.engine.grammar;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenrouter.engine.api.TokenConstraint;
import io.tokenrouter.engine.api.TokenMask;
import io.tokenrouter.engine.api.Vocabulary;
import io.tokenrouter.engine.fixtures.SharedFiles;
import io.tokenrouter.engine.model.GgufFile;
import io.tokenrouter.engine.tokenizer.GgufTokenizers;
import io.tokenrouter.engine.tokenizer.Tokenizer;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A real vocabulary of 49,152 tokens: masks are right there as well, and what they cost is told. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SmolLm2GrammarTest {

    private static final Logger LOG = LoggerFactory.getLogger(SmolLm2GrammarTest.class);

    private static final ThreadMXBean CLOCK = ManagementFactory.getThreadMXBean();

    private static final String PERSON = """
        {"type": "object", "properties": {
          "name": {"type": "string"},
          "age": {"type": "integer"},
          "mood": {"enum": ["happy", "sad", "grün"]},
          "tags": {"type": "array", "items": {"type": "string", "maxLength": 12}, "maxItems": 3},
          "friend": {"$ref": "#"}},
         "required": ["name", "age", "mood"], "additionalProperties": false}\
        """;

    private Tokenizer tokenizer;
    private Vocabulary vocabulary;
    private TokenGrammars grammars;

    @BeforeAll
    void open() throws IOException {
        Path file = SharedFiles.require("models/SmolLM2-135M-Instruct.Q4_1.gguf");
        try (GgufFile gguf = GgufFile.open(file)) {
            tokenizer = GgufTokenizers.create(gguf.metadata());
        }
        vocabulary = tokenizer.vocabulary();
        grammars = new TokenGrammars(vocabulary);
    }

    @AfterAll
    void close() {
        if (tokenizer != null) {
            tokenizer.close();
        }
    }

    @Test
    void theTokensOfTheModelsOwnSpellingAreAllowed() {
        for (String document : List.of(
                "{\"name\":\"Ada Lovelace\",\"age\":36,\"mood\":\"grün\",\"tags\":[\"maths\",\"🎲\"],"
                        + "\"friend\":{\"name\":\"Ch. \\\"B\\\"\",\"age\":-1,\"mood\":\"sad\"}}",
                "{\"name\":\"\",\"age\":0,\"mood\":\"happy\"}")) {
            TokenConstraint.State state = constrain(PERSON).start();
            for (int id : tokenizer.encode(document)) {
                assertThat(state.allowed().allows(id)).as(vocabulary.piece(id)).isTrue();
                state = state.after(id);
            }
            for (int id = 0; id < vocabulary.size(); id++) {
                assertThat(state.allowed().allows(id))
                        .isEqualTo(vocabulary.endIds().contains(id));
            }
        }
    }

    @Test
    void masksAreThoseOfTheNaiveReader() {
        Expr root = Grammar.ofSchema(Documents.parse(PERSON)).root();
        for (String beginning :
                List.of("", "{\"", "{\"name\":\"Jo", "{\"name\":\"\\u00", "{\"name\":\"x\",\"age\":1")) {
            TokenConstraint.State state = constrain(PERSON).start();
            for (int id : beginning.isEmpty() ? new int[0] : tokenizer.encode(beginning)) {
                state = state.after(id);
            }
            TokenMask mask = state.allowed();
            for (int id = beginning.length(); id < vocabulary.size(); id += 7) {
                byte[] bytes = vocabulary.bytes(id);
                boolean fits =
                        bytes.length > 0 && NaiveReader.isBeginning(root, Bytes.joined(Bytes.utf8(beginning), bytes));
                assertThat(mask.allows(id)).as(beginning + vocabulary.piece(id)).isEqualTo(fits);
            }
        }
    }

    /** Processor time of this thread, so that a busy machine does not show. */
    @Test
    void whatMasksCostIsTold() {
        for (Grammar grammar : List.of(Grammar.anyObject(), Grammar.ofSchema(Documents.parse(PERSON)))) {
            List<Integer> ids = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                ids.addAll(Documents.write(grammars.constrain(grammar), vocabulary, new Random(i), 25));
            }
            long began = CLOCK.getCurrentThreadCpuTime();
            TokenGrammars fresh = new TokenGrammars(vocabulary);
            long built = CLOCK.getCurrentThreadCpuTime() - began;
            TokenConstraint constraint = fresh.constrain(grammar);
            LOG.info(
                    "trie {} ms, masks of {} tokens: at first {}, again {}",
                    built / 1_000_000,
                    ids.size(),
                    costOfMasks(constraint, ids),
                    costOfMasks(constraint, ids));
        }
    }

    private String costOfMasks(TokenConstraint constraint, List<Integer> ids) {
        LongSummaryStatistics nanos = new LongSummaryStatistics();
        TokenConstraint.State state = constraint.start();
        for (int id : ids) {
            long began = CLOCK.getCurrentThreadCpuTime();
            TokenMask mask = state.allowed();
            nanos.accept(CLOCK.getCurrentThreadCpuTime() - began);
            assertThat(mask.allows(id)).isTrue();
            state = constraint.endIds().contains(id) ? constraint.start() : state.after(id);
        }
        return "%.0f us in the mean, %d us at most".formatted(nanos.getAverage() / 1_000, nanos.getMax() / 1_000);
    }

    private TokenConstraint constrain(String schema) {
        return grammars.constrain(Grammar.ofSchema(Documents.parse(schema)));
    }
}
