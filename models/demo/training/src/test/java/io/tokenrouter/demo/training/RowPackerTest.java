package io.tokenrouter.demo.training;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The rows are those on which the shipped weights were trained, byte for byte. */
class RowPackerTest {

    private static final DemoTokenizer TOKENIZER = DemoTokenizer.train();

    @TempDir
    Path folder;

    @Test
    void storiesAlone() throws Exception {
        assertThat(sha256(RowPacker.training(TOKENIZER, 3033, 300, 416, 0, 0)))
                .isEqualTo("ba66e5eb66c75e96949b5c423c30a9bbbe84b4dcab645b6dd57f57713d7d1a2d");
    }

    @Test
    void storiesAndDrills() throws Exception {
        assertThat(sha256(RowPacker.training(TOKENIZER, 2024, 300, 176, 0.6, 0.1)))
                .isEqualTo("70735ce87f8b21e63067f460900f5db41951cb473b82c7b25073ac30b6b4e26b");
    }

    @Test
    void validationStories() throws Exception {
        assertThat(sha256(RowPacker.validation(TOKENIZER, 555, 512, 176)))
                .isEqualTo("ee8015719e0d7dd6331e3e73a68064f2240635b128c016bcbccaccbd403bcc28");
        assertThat(sha256(RowPacker.validation(TOKENIZER, 555, 256, 416)))
                .isEqualTo("8dcc57b5524bec2d90e91abe219faf3749b1292f0dfc50b81fc87a7e5f0c3349");
    }

    private String sha256(Rows rows) throws IOException, NoSuchAlgorithmException {
        Path file = folder.resolve("rows");
        rows.write(file);
        return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file)));
    }
}
