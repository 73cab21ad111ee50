package io.tokenrouter.engine.tokenizer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.tokenrouter.engine.api.EngineException;
import io.tokenrouter.engine.model.ModelFormatException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Files whose parts are far larger than any real one's, or make texts so. */
class OversizedTokenizerJsonTest {

    private static final String GOOD = MadeTokenizers.byteLevel();

    @TempDir
    Path folder;

    @Test
    void expressionsThatPutSomethingBetweenAllCharactersGrowTextToo() throws IOException {
        String step = "{\"type\":\"Replace\",\"pattern\":{\"Regex\":\"(?=.)\"},\"content\":\"a\"}";
        write(
                "tokenizer.json",
                GOOD.replace(
                        "\"normalizer\":null",
                        "\"normalizer\":{\"type\":\"Sequence\",\"normalizers\":[" + (step + ",").repeat(19) + step
                                + "]}"));
        refused("by too much");
    }

    /** The limit holds for what expressions run over, not for what was asked. */
    @Test
    void textThatGrowsIsRefusedEarlier() throws IOException {
        String step = "{\"type\":\"Replace\",\"pattern\":{\"String\":\"a\"},\"content\":\"%s\"}";
        write(
                "tokenizer.json",
                GOOD.replace("\"normalizer\":null", "\"normalizer\":" + step.formatted("b".repeat(50))));
        try (Tokenizer tokenizer = HuggingFaceFolders.tokenizer(folder)) {
            assertThatExceptionOfType(EngineException.class)
                    .isThrownBy(() -> tokenizer.encode("a".repeat(50_000)))
                    .withMessageContainingAll("50000", "40000");
        }
    }

    @Test
    void addedTokensAreBoundedInLength() throws IOException {
        write("tokenizer.json", GOOD.replace("\"content\":\"<s>\"", "\"content\":\"" + "s".repeat(257) + "\""));
        refused("257 characters", "sss...");
        StringBuilder many = new StringBuilder();
        for (int id = 300; id < 4500; id++) {
            many.append("{\"id\":")
                    .append(id)
                    .append(",\"content\":\"")
                    .append(id)
                    .append("s".repeat(250))
                    .append("\"},");
        }
        write("tokenizer.json", GOOD.replace("\"added_tokens\":[", "\"added_tokens\":[" + many));
        refused("looked for in texts have more than 1048576 characters");
    }

    @Test
    void partsThatAreSmallInRealFilesAreBounded() throws IOException {
        String list = "[" + "{},".repeat(200_000) + "{}]";
        write(
                "tokenizer.json",
                GOOD.replace("\"normalizer\":null", "\"post_processor\":" + list + ",\"normalizer\":null"));
        refused("more than 100000 values");
        write("tokenizer.json", GOOD.replace("\"type\":\"BPE\"", "\"type\":\"BPE\",\"dropout\":" + list));
        refused("more than 100000 values");
        write("tokenizer.json", GOOD.replace("\"special\":true", "\"special\":true,\"more\":" + list));
        refused("more than 64 values");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "[\"l\",\"l\"] | \"%s\"",
                "[\"l\",\"l\"] | [\"%s\",\"l\"]",
                "\"type\":\"BPE\" | \"type\":\"%s\"",
                "\"type\":\"ByteLevel\" | \"type\":\"%s\"",
                "\"content\":\"<s>\" | \"content\":\"%s\"",
                "\"!\":33 | \"!\":33,\"%s\":33",
                "\"!\":33 | \"%1$s\":33,\"%1$s\":33",
                "\"normalizer\":null | \"normalizer\":{\"%1$s\":1,\"%1$s\":1}",
                "\"normalizer\":null | \"%1$s\":1,\"%1$s\":1"
            })
    void messagesShowLittleOfWhatIsInFiles(String good, String bad) throws IOException {
        String evil = "\\u001b\\u202e\\nevil" + "x".repeat(50_000);
        write("tokenizer.json", GOOD.replaceFirst(Pattern.quote(good), Matcher.quoteReplacement(bad.formatted(evil))));
        assertThatExceptionOfType(ModelFormatException.class)
                .isThrownBy(() -> HuggingFaceFolders.tokenizer(folder).close())
                .satisfies(refusal ->
                        assertThat(refusal.getMessage()).hasSizeLessThan(600).doesNotContain("\n", "\u001b", "\u202e"));
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
