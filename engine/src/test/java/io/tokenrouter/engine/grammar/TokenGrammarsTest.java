package io.tokenrouter.engine.grammar;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tokenrouter.engine.api.TokenConstraint;
import io.tokenrouter.engine.api.TokenMask;
import io.tokenrouter.engine.fixtures.FakeVocabulary;
import io.tokenrouter.engine.fixtures.WordVocabulary;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TokenGrammarsTest {

    @Test
    void anEndTokenIsAllowedWhereTheTextIsWholeAndNothingElseOnceNothingCanFollow() {
        WordVocabulary vocabulary = WordVocabulary.of("1", "2", "x");
        TokenConstraint constraint =
                new TokenGrammars(vocabulary).constrain(Grammar.choice(List.of(Grammar.text("1"), Grammar.text("12"))));
        TokenConstraint.State state = constraint.start();
        assertThat(allowed(state, vocabulary)).isEqualTo("1");
        state = state.after(0);
        assertThat(allowed(state, vocabulary)).isEqualTo("2 <end>");
        state = state.after(1);
        assertThat(allowed(state, vocabulary)).isEqualTo("<end>");
        state = state.after(vocabulary.end());
        assertThat(allowed(state, vocabulary))
                .as("where end tokens end nothing")
                .isEqualTo("<end>");
        assertThat(allowed(state.after(vocabulary.end()), vocabulary)).isEqualTo("<end>");
    }

    /** Characters that begin with the same byte, one of them taken. */
    @Test
    void aNameThatBeginsLikeADeclaredOneMayGoOnOtherwise() {
        TokenGrammars grammars = new TokenGrammars(WordVocabulary.ofBytesAnd(List.of()));
        Object schema =
                Map.of("properties", Map.of("😀", Map.of("const", 1)), "additionalProperties", Map.of("const", 2));
        for (String document : List.of("{\"😀\":1}", "{\"🙂\":2}", "{\"😁\":2}", "{\"𐍈\":2}", "{\"😀x\":2,\"é\":2}")) {
            TokenConstraint.State state =
                    grammars.constrain(Grammar.ofSchema(schema)).start();
            for (byte each : Bytes.utf8(document)) {
                assertThat(state.allowed().allows(each & 0xFF)).as(document).isTrue();
                state = state.after(each & 0xFF);
            }
        }
    }

    @Test
    void whatDoesNotFitIsNoStep() {
        WordVocabulary vocabulary = WordVocabulary.of("1", "2");
        TokenConstraint.State state =
                new TokenGrammars(vocabulary).constrain(Grammar.text("11")).start();
        for (int id : new int[] {1, vocabulary.end(), 99, -1}) {
            assertThatThrownBy(() -> state.after(id)).isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void everyTokenWithTheSameBytesIsAllowed() {
        WordVocabulary vocabulary = WordVocabulary.of("a", "b", "a", "ab", "b", "ab");
        TokenConstraint.State state =
                new TokenGrammars(vocabulary).constrain(Grammar.text("ab")).start();
        assertThat(state.allowed()).isEqualTo(TokenMask.ofIds(0, 2, 3, 5));
        assertThat(state.after(2).allowed()).isEqualTo(TokenMask.ofIds(1, 4));
    }

    /** An end token that has a text as well would end the answer in the middle of it. */
    @Test
    void anEndTokenIsNoText() {
        FakeVocabulary letters = new FakeVocabulary(4, Set.of());
        var vocabulary = new io.tokenrouter.engine.api.Vocabulary() {

            @Override
            public int size() {
                return letters.size();
            }

            @Override
            public byte[] bytes(int id) {
                return letters.bytes(id);
            }

            @Override
            public String piece(int id) {
                return letters.piece(id);
            }

            @Override
            public boolean isControl(int id) {
                return false;
            }

            @Override
            public Set<Integer> endIds() {
                return Set.of(1);
            }
        };
        TokenGrammars grammars = new TokenGrammars(vocabulary);
        assertThatThrownBy(() -> grammars.constrain(Grammar.text("ab"))).isInstanceOf(UnwritableGrammarException.class);
        assertThat(grammars.constrain(Grammar.text("a")).start().after(0).allowed())
                .isEqualTo(TokenMask.ofIds(1));
    }

    @Test
    void whatAVocabularyCannotWriteIsLeftOut() {
        WordVocabulary vocabulary = WordVocabulary.of("\"", "a", "1", "[", "]", "{\"", "{\"a\":");
        TokenGrammars grammars = new TokenGrammars(vocabulary);
        TokenConstraint any = grammars.constrain(Grammar.ofSchema(true));
        assertThat(allowed(any.start(), vocabulary))
                .as("no object: it has no }")
                .isEqualTo("\" 1 [");
        TokenConstraint listed = grammars.constrain(Grammar.ofSchema(Map.of("enum", List.of("ab", "aa", 2, 11))));
        assertThat(allowed(listed.start(), vocabulary)).isEqualTo("\" 1");
        assertThatThrownBy(() -> grammars.constrain(Grammar.anyObject()))
                .isInstanceOf(UnwritableGrammarException.class)
                .hasMessageContaining("no answer can have this form");
    }

    @Test
    void aSchemaWithoutAnyFiniteDocumentIsRefusedAndADeadBranchOfOneIsNotEntered() {
        TokenGrammars grammars = new TokenGrammars(WordVocabulary.ofBytesAnd(List.of()));
        Object endless =
                Map.of("type", "object", "properties", Map.of("a", Map.of("$ref", "#")), "required", List.of("a"));
        assertThatThrownBy(() -> grammars.constrain(Grammar.ofSchema(endless)))
                .isInstanceOf(UnwritableGrammarException.class);
        assertThatThrownBy(() -> grammars.constrain(Grammar.ofSchema(false)))
                .isInstanceOf(UnwritableGrammarException.class);
        Object mixed = Map.of(
                "anyOf",
                List.of(
                        Map.of("type", "object", "properties", Map.of("a", false), "required", List.of("a")),
                        Map.of("type", "array", "items", false)));
        TokenConstraint.State state =
                grammars.constrain(Grammar.ofSchema(mixed)).start();
        assertThat(state.allowed()).isEqualTo(TokenMask.ofIds('['));
        assertThat(state.after('[').allowed()).isEqualTo(TokenMask.ofIds(']'));
    }

    @Test
    void aVocabularyWithoutAnEndIsRefused() {
        TokenGrammars grammars = new TokenGrammars(FakeVocabulary.endless(5));
        assertThatThrownBy(() -> grammars.constrain(Grammar.text("a")))
                .isInstanceOf(UnwritableGrammarException.class)
                .hasMessageContaining("no token that ends");
    }

    private static String allowed(TokenConstraint.State state, WordVocabulary vocabulary) {
        return IntStream.range(0, vocabulary.size())
                .filter(state.allowed()::allows)
                .mapToObj(vocabulary::piece)
                .reduce((a, b) -> a + " " + b)
                .orElse("");
    }
}
