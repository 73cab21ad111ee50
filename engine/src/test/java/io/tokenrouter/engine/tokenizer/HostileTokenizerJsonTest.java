package io.tokenrouter.engine.tokenizer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.tokenrouter.engine.model.ModelFormatException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Files of somebody who means harm, or who copied half of it. */
class HostileTokenizerJsonTest {

    private static final String GOOD = MadeTokenizers.byteLevel();

    @TempDir
    Path folder;

    @Test
    void theFileThatTheOthersAreMadeOfIsGood() throws IOException {
        write("tokenizer.json", GOOD);
        try (Tokenizer tokenizer = HuggingFaceFolders.tokenizer(folder)) {
            assertThat(tokenizer.decode(tokenizer.encode("all"))).isEqualTo("all");
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "\"!\":33 | \"!\":34 | twice",
                "\"!\":33 | \"!\":33,\"!\":33 | twice",
                "\"!\":33 | \"!\":-1 | 0 to",
                "\"!\":33 | \"!\":2000000000 | 0 to",
                "\"!\":33 | \"!\":99999999999 | int",
                "\"!\":33 | \"!\":\"33\" | tokenizer.json",
                "\"!\":33 | \"!\":{} | tokenizer.json",
                "\"id\":258 | \"id\":1048576 | 0 to",
                "\"id\":258 | \"id\":-5 | 0 to",
                "\"id\":258 | \"id\":33 | twice",
                "\"id\":258 | \"id\":1.5 | usable id",
                "\"content\":\"<s>\" | \"content\":\"\" | usable id",
                "\"content\":\"<s>\" | \"content\":\"</s>\" | twice",
                "\"content\":\"<s>\" | \"content\":\"ll\" | model.vocab",
                "\"special\":true | \"special\":true,\"single_word\":true | single_word",
                "[\"l\",\"l\"] | [\"l\"] | pair",
                "[\"l\",\"l\"] | [\"l\",\"l\",\"l\"] | pair",
                "[\"l\",\"l\"] | \"l\" | pair",
                "[\"l\",\"l\"] | [\"zz\",\"l\"] | is not in model.vocab",
                "\"type\":\"BPE\" | \"type\":\"WordPiece\" | BPE",
                "\"type\":\"BPE\" | \"type\":\"BPE\",\"end_of_word_suffix\":\"</w>\" | end_of_word_suffix",
                "\"type\":\"ByteLevel\" | \"type\":\"BertPreTokenizer\" | not supported",
                "\"normalizer\":null | \"normalizer\":{\"type\":\"Precompiled\"} | not supported",
                "\"normalizer\":null | \"normalizer\":{\"type\":\"Replace\",\"pattern\":{\"Regex\":\"(a+)+b\"},\"content\":\"\"} | for ever",
                "\"normalizer\":null | \"normalizer\":{\"type\":\"Replace\",\"pattern\":{\"String\":\"\"},\"content\":\"a\"} | replaces",
                "\"normalizer\":null | \"normalizer\":[] | no object"
            })
    void whatIsWrongIsNamed(String good, String bad, String words) throws IOException {
        assertThat(GOOD).contains(good);
        write("tokenizer.json", GOOD.replaceFirst(Pattern.quote(good), Matcher.quoteReplacement(bad)));
        refused(words);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "[]",
                "null",
                "{}",
                "{\"model\": 3}",
                "{\"model\": {\"vocab\": []}}",
                "{\"model\": {\"vocab\": {}}}"
            })
    void whatIsNoTokenizerIsRefused(String content) throws IOException {
        write("tokenizer.json", content);
        refused("");
    }

    @Test
    void depthIsBounded() throws IOException {
        write("tokenizer.json", "{\"normalizer\":" + "[".repeat(100_000) + "]".repeat(100_000) + "}");
        refused("cannot be used");
    }

    @Test
    void sizeIsBoundedBeforeAnythingIsRead() throws IOException {
        try (RandomAccessFile file =
                new RandomAccessFile(folder.resolve("tokenizer.json").toFile(), "rw")) {
            file.setLength(10_000_000_000L);
        }
        refused("10000000000 bytes");
    }

    @Test
    void replacementsThatMakeTextGrowAreRefused() throws IOException {
        String step = "{\"type\":\"Replace\",\"pattern\":{\"String\":\"a\"},\"content\":\"aaaaaaaa\"}";
        write(
                "tokenizer.json",
                GOOD.replace(
                        "\"normalizer\":null",
                        "\"normalizer\":{\"type\":\"Sequence\",\"normalizers\":[" + (step + ",").repeat(8) + step
                                + "]}"));
        refused("by too much");
    }

    /** Every file that is cut off, and many with a character changed: a refusal or a tokenizer, and nothing else. */
    @Test
    void brokenFilesAreRefused() throws IOException {
        Random random = new Random(7);
        for (int i = 0; i < 150; i++) {
            StringBuilder broken = new StringBuilder(GOOD);
            if (i % 3 == 0) {
                broken.setLength(random.nextInt(broken.length()));
            } else {
                broken.setCharAt(random.nextInt(broken.length()), "\"{}[],:0a\\<".charAt(random.nextInt(11)));
            }
            write("tokenizer.json", broken.toString());
            assertThatCode(() -> {
                        try (Tokenizer tokenizer = HuggingFaceFolders.tokenizer(folder)) {
                            tokenizer.encode("some text");
                        }
                    })
                    .satisfies(thrown -> assertThat(thrown == null || thrown instanceof ModelFormatException)
                            .as(broken + " gives " + thrown)
                            .isTrue());
        }
    }

    @Test
    void aFolderWithoutTokenizerJsonIsToldWhatWritesOne() throws IOException {
        write("tokenizer.model", "binary");
        refused("no tokenizer.json", "save_pretrained");
    }

    @Test
    void anEndThatTheTokenizerDoesNotHaveIsRefused() throws IOException {
        write("tokenizer.json", GOOD);
        write("generation_config.json", "{\"eos_token_id\": [258, 5000]}");
        refused("generation_config.json", "5000", "0 to 260");
    }

    @Test
    void settingsBesideItAreReadAsHostileToo() throws IOException {
        write("tokenizer.json", GOOD);
        write("tokenizer_config.json", "{\"bos_token\": 7}");
        refused("bos_token");
        write("tokenizer_config.json", "[");
        refused("tokenizer_config.json");
    }

    private void write(String name, String content) throws IOException {
        Files.writeString(folder.resolve(name), content);
    }

    private void refused(String... words) {
        assertThatExceptionOfType(ModelFormatException.class)
                .isThrownBy(() -> HuggingFaceFolders.tokenizer(folder).close())
                .withMessageContainingAll(words);
    }
}
