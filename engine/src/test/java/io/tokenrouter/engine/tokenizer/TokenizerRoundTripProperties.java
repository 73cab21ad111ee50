package io.tokenrouter.engine.tokenizer;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;

/** Text of all of Unicode comes back as it went in, from vocabularies that know next to nothing but bytes. */
class TokenizerRoundTripProperties {

    private static Tokenizer byteLevel;
    private static Tokenizer sentencePiece;

    @BeforeContainer
    static void load() throws Exception {
        byteLevel = load(MadeTokenizers.byteLevel());
        sentencePiece = load(MadeTokenizers.sentencePiece());
    }

    private static Tokenizer load(String definition) throws Exception {
        Path folder = Files.createTempDirectory("tokenizer");
        try {
            Files.writeString(folder.resolve("tokenizer.json"), definition);
            return HuggingFaceFolders.tokenizer(folder);
        } finally {
            Files.delete(folder.resolve("tokenizer.json"));
            Files.delete(folder);
        }
    }

    @AfterContainer
    static void close() {
        byteLevel.close();
        sentencePiece.close();
    }

    /** Any code points, unassigned ones and those for private use too; and what is hard to keep together. */
    @Provide
    Arbitrary<String> texts() {
        Arbitrary<String> any = Arbitraries.integers()
                .between(0, Character.MAX_CODE_POINT)
                .filter(c -> c < Character.MIN_SURROGATE || c > Character.MAX_SURROGATE)
                .map(Character::toString);
        Arbitrary<String> plain = Arbitraries.integers().between(0, 0x2FF).map(Character::toString);
        Arbitrary<String> hard = Arbitraries.of(
                " ",
                "  ",
                "\n",
                "\r\n",
                "\t",
                "\0",
                "é",
                "e\u0301",
                "\u200D",
                "👩\u200D👧",
                "👍🏽",
                "\uFEFF",
                "\uFFFD",
                "\uFFFF",
                "<s>",
                "</s>",
                "<|end|>",
                "<0x41>",
                "日本",
                "한국",
                "\u1100\u1161",
                "नि",
                "\u202Eabc",
                "'ll",
                "1234");
        return Arbitraries.frequencyOf(Tuple.of(3, any), Tuple.of(3, plain), Tuple.of(4, hard))
                .list()
                .ofMaxSize(60)
                .map(parts -> String.join("", parts));
    }

    @Property(tries = 500)
    void ofABytesVocabulary(@ForAll("texts") String text) {
        assertThat(byteLevel.decode(byteLevel.encodeContinuation(text))).isEqualTo(text);
    }

    /** Where SentencePiece has a mark for spaces, a mark in the text is a space. */
    @Property(tries = 500)
    void ofACharactersVocabularyWithByteFallback(@ForAll("texts") String text) {
        assertThat(sentencePiece.decode(sentencePiece.encodeContinuation(text)))
                .isEqualTo(text.replace(FileVocabulary.SPACE_MARK, ' '));
    }

    @Property(tries = 200)
    void noTextBecomesAControlToken(@ForAll("texts") String text) {
        for (Tokenizer tokenizer : List.of(byteLevel, sentencePiece)) {
            for (int id : tokenizer.encodeContinuation(text)) {
                assertThat(tokenizer.vocabulary().isControl(id)).isFalse();
            }
        }
    }

    @Property(tries = 200)
    void theBytesOfItsIdsAreTheText(@ForAll("texts") String text) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (int id : byteLevel.encodeContinuation(text)) {
            bytes.writeBytes(byteLevel.vocabulary().bytes(id));
        }
        assertThat(bytes.toString(StandardCharsets.UTF_8)).isEqualTo(text);
    }
}
