package io.tokenrouter.engine.grammar;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenrouter.engine.api.TokenConstraint;
import io.tokenrouter.engine.api.TokenMask;
import io.tokenrouter.engine.fixtures.WordVocabulary;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

class GrammarProperties {

    /** Ends where others begin, halves of characters, and several parts of JSON at once. */
    private static final WordVocabulary VOCABULARY = vocabulary();

    private final TokenGrammars grammars = new TokenGrammars(VOCABULARY);

    private static WordVocabulary vocabulary() {
        List<byte[]> words = new ArrayList<>();
        for (String text : List.of(
                "\":", "\",\"", "{\"", "\"}", "}}", "],", "[\"", ":[", ":{", "true", "null", "fal", "se,", "red", "a\"",
                "ab", "name\":", "\\u", "\\\"", "00", "12", "-1", ".5", "e+", "0,", "é", "grü", "😀\"", "  ", "{\"a\":",
                "}]}", "red", "\"\"", "{}", "[]", "\\ud8", "[[", "d\",", "\\n")) {
            words.add(Bytes.utf8(text));
        }
        words.add(new byte[] {(byte) 0xC3});
        words.add(new byte[] {'"', (byte) 0xF0, (byte) 0x9F});
        words.add(new byte[] {(byte) 0xBC, '"'});
        return WordVocabulary.ofBytesAnd(words);
    }

    @Property(tries = 150)
    void whatIsWrittenIsValidToTheSchema(@ForAll long seed) {
        Map<String, Object> schema = RandomSchemas.draw(seed);
        TokenConstraint constraint = constrain(schema);
        Random random = new Random(seed);
        for (int i = 0; i < 3; i++) {
            List<Integer> ids = Documents.write(constraint, VOCABULARY, random, 60);
            String document = Documents.text(VOCABULARY, ids);
            assertThat(SchemaOracle.faults(schema, document))
                    .as("%s for %s", document, Documents.json(schema))
                    .isEmpty();
        }
    }

    @Property(tries = 60)
    void aTokenIsAllowedWhereItGoesOnWithSomethingThatTheGrammarAllows(@ForAll long seed) {
        Map<String, Object> schema = RandomSchemas.draw(seed);
        Expr root = Grammar.ofSchema(schema).root();
        TokenConstraint constraint = constrain(schema);
        Random random = new Random(seed);
        ByteArrayOutputStream written = new ByteArrayOutputStream();
        TokenConstraint.State state = constraint.start();
        for (int step = 0; step < 12; step++) {
            TokenMask mask = state.allowed();
            List<Integer> allowed = new ArrayList<>();
            for (int id = 0; id < VOCABULARY.end(); id++) {
                boolean fits = NaiveReader.isBeginning(root, Bytes.joined(written.toByteArray(), VOCABULARY.bytes(id)));
                assertThat(mask.allows(id))
                        .as("%s after %s in %s", VOCABULARY.piece(id), written, Documents.json(schema))
                        .isEqualTo(fits);
                if (fits) {
                    allowed.add(id);
                }
            }
            assertThat(mask.allows(VOCABULARY.end()))
                    .as("the end after %s", written)
                    .isEqualTo(NaiveReader.isWhole(root, written.toByteArray()));
            if (allowed.isEmpty()) {
                break;
            }
            int id = allowed.get(random.nextInt(allowed.size()));
            written.writeBytes(VOCABULARY.bytes(id));
            state = state.after(id);
        }
    }

    @Property(tries = 100)
    void theStateIsAFunctionOfTheTextHoweverItIsCutIntoTokens(@ForAll long seed) {
        Map<String, Object> schema = RandomSchemas.draw(seed);
        TokenConstraint constraint = constrain(schema);
        List<Integer> ids = Documents.write(constraint, VOCABULARY, new Random(seed), 40);
        TokenConstraint.State byTokens = constraint.start();
        TokenConstraint.State byBytes = new TokenGrammars(VOCABULARY)
                .constrain(Grammar.ofSchema(schema))
                .start();
        for (int id : ids.subList(0, ids.size() - 1)) {
            byTokens = byTokens.after(id);
            for (byte each : VOCABULARY.bytes(id)) {
                byBytes = byBytes.after(each & 0xFF);
            }
            assertThat(byBytes.allowed()).isEqualTo(byTokens.allowed());
        }
    }

    @Property(tries = 60)
    void nothingChangesWhereThereIsNoRoomToRememberAnything(@ForAll long seed) {
        Map<String, Object> schema = RandomSchemas.draw(seed);
        TokenConstraint.State roomy = constrain(schema).start();
        TokenConstraint.State cramped = new TokenGrammars(VOCABULARY, 20_000)
                .constrain(Grammar.ofSchema(schema))
                .start();
        Random random = new Random(seed);
        for (int step = 0; step < 30 && roomy.allowed().count() > 1; step++) {
            assertThat(cramped.allowed()).isEqualTo(roomy.allowed());
            List<Integer> allowed = new ArrayList<>();
            for (int id = 0; id < VOCABULARY.end(); id++) {
                if (roomy.allowed().allows(id)) {
                    allowed.add(id);
                }
            }
            int id = allowed.get(random.nextInt(allowed.size()));
            roomy = roomy.after(id);
            cramped = cramped.after(id);
        }
    }

    private TokenConstraint constrain(Map<String, Object> schema) {
        return grammars.constrain(Grammar.ofSchema(schema));
    }
}
