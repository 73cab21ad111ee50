package io.tokenrouter.engine.tokenizer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.tokenrouter.engine.model.ModelFormatException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Folders whose tokenizer has added tokens that the model has no row for: Gemma 3 without images, Llama 2 with a pad. */
class MissingRowsTest {

    /** The last of the three added tokens has the id 260. */
    private static final int ROWS = 260;

    @TempDir
    Path folder;

    @BeforeEach
    void write() throws IOException {
        Files.writeString(folder.resolve("tokenizer.json"), MadeTokenizers.byteLevel());
    }

    @Test
    void anAddedTokenWithoutARowIsText() throws IOException {
        try (Tokenizer tokenizer = HuggingFaceTokenizers.create(folder, TokenizerConfig.read(folder), ROWS)) {
            assertThat(tokenizer.vocabulary().size()).isEqualTo(ROWS);
            RenderedChat chat = new RenderedChat(List.of(new RenderedChat.Segment("<s><|end|>", true)));
            assertThat(tokenizer.encode(chat)).startsWith(258).hasSize(1 + "<|end|>".length());
        }
        assertThat(HuggingFaceTokenizers.vocabulary(folder, TokenizerConfig.read(folder), ROWS)
                        .size())
                .isEqualTo(ROWS);
        assertThat(HuggingFaceFolders.vocabulary(folder).size()).isEqualTo(ROWS + 1);
    }

    @Test
    void anEndWithoutARowIsRefused() throws IOException {
        Files.writeString(folder.resolve("tokenizer_config.json"), "{\"eos_token\": \"<|end|>\"}");
        refused(ROWS, "\"<|end|>\" begins or ends texts and has the id 260", "only 260 rows");
        Files.writeString(folder.resolve("tokenizer_config.json"), "{\"bos_token\": {\"content\": \"<|end|>\"}}");
        refused(ROWS, "\"<|end|>\" begins or ends texts");
        Files.delete(folder.resolve("tokenizer_config.json"));
        Files.writeString(folder.resolve("generation_config.json"), "{\"eos_token_id\": [259, 260]}");
        refused(ROWS, "eos_token_id has 260");
    }

    /** For whoever compares it with the rows to refuse. */
    @Test
    void aPieceWithoutARowIsKept() throws IOException {
        assertThat(HuggingFaceTokenizers.vocabulary(folder, TokenizerConfig.read(folder), 100)
                        .size())
                .isEqualTo(258);
    }

    private void refused(int rows, String... words) {
        assertThatExceptionOfType(ModelFormatException.class)
                .isThrownBy(() -> HuggingFaceTokenizers.vocabulary(folder, TokenizerConfig.read(folder), rows))
                .withMessageContainingAll(words);
    }
}
