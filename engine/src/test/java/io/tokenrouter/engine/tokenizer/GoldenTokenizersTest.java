package io.tokenrouter.engine.tokenizer;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenrouter.engine.fixtures.SharedFiles;
import io.tokenrouter.engine.model.GgufFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Vocabularies of real models against the ids of Hugging Face's tokenizers. */
class GoldenTokenizersTest {

    @ParameterizedTest
    @CsvSource({"qwen3, qwen2", "mistral-nemo, tekken", "deepseek-v3, deepseek-v3"})
    void byteLevelVocabulariesGiveTheSameIds(String family, String preTokenizer) throws IOException {
        Path folder = SharedFiles.require("golden/tokenizers/" + family);
        GgufVocabulary source = ReferenceTokenizer.read(folder.resolve("tokenizer.json.gz"), preTokenizer);
        try (Tokenizer tokenizer = GgufTokenizers.create(source)) {
            holds(tokenizer, GoldenTokens.read(folder.resolve("tokens.json")));
        }
    }

    @Test
    void aSentencePieceVocabularyGivesTheSameIds() throws IOException {
        Path folder = SharedFiles.require("golden/tokenizers/phi3");
        try (GgufFile file = GgufFile.open(folder.resolve("vocab.gguf"))) {
            GgufVocabulary source = GgufVocabulary.read(file.metadata());
            assertThat(source.addBegin()).isTrue();
            try (Tokenizer tokenizer = GgufTokenizers.create(file.metadata())) {
                holds(tokenizer, GoldenTokens.read(folder.resolve("tokens.json")));
                int[] whole = tokenizer.encode("Hello there");
                assertThat(whole[0]).isEqualTo(source.beginId());
                assertThat(tokenizer.encodeContinuation("Hello there"))
                        .isNotEmpty()
                        .containsExactly(Arrays.copyOfRange(whole, 1, whole.length));
                SoftAssertions softly = new SoftAssertions();
                GoldenChats.hold("phi3", folder, tokenizer, softly);
                softly.assertAll();
            }
        }
    }

    private static void holds(Tokenizer tokenizer, List<GoldenTokens> cases) {
        SoftAssertions softly = new SoftAssertions();
        for (GoldenTokens golden : cases) {
            RenderedChat chat = new RenderedChat(List.of(new RenderedChat.Segment(golden.text(), true)));
            softly.assertThat(withoutBegin(tokenizer.encode(chat), golden.ids()))
                    .as("%s: template", golden.name())
                    .containsExactly(golden.ids());
            softly.assertThat(withoutBegin(tokenizer.encode(golden.text()), golden.asPlainText()))
                    .as("%s: text", golden.name())
                    .containsExactly(golden.asPlainText());
        }
        softly.assertAll();
    }

    /** The reference ids have no begin token of their own. */
    private static int[] withoutBegin(int[] ids, int[] expected) {
        boolean begins = ids.length > expected.length && ids.length > 0 && ids[0] == 1;
        return begins ? Arrays.copyOfRange(ids, 1, ids.length) : ids;
    }
}
