package io.tokenrouter.engine.tokenizer;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Added tokens that users may write, and that are pieces of the model at the same time. */
class UserDefinedPiecesTest {

    /** Runs of spaces are added tokens in Gemma's files, spelled as no text that a user types. */
    private static final String ADDED = """
            {"id":264,"content":"▁▁","single_word":false,"lstrip":false,"rstrip":false,"normalized":false,"special":false},
            {"id":265,"content":"▁▁▁","single_word":false,"lstrip":false,"rstrip":false,"normalized":false,"special":false},
            {"id":266,"content":"<s>","single_word":false,"lstrip":false,"rstrip":false,"normalized":false,"special":true}""";

    @TempDir
    Path folder;

    @Test
    void areMadeOfNormalizedTextAsByTheLibraryItself() throws IOException {
        String file = """
                {"added_tokens":[%s],
                 "normalizer":{"type":"Replace","pattern":{"String":" "},"content":"▁"},
                 "pre_tokenizer":null,"post_processor":null,"decoder":null,
                 "model":{"type":"BPE","unk_token":null,"byte_fallback":true,"vocab":{%s},
                          "merges":[["▁","▁"],["▁▁","▁"],["▁","a"],["<","s"],["<s",">"]]}}""".formatted(ADDED, vocabulary());
        Files.writeString(folder.resolve("tokenizer.json"), file);
        try (Tokenizer tokenizer = HuggingFaceFolders.tokenizer(folder);
                HuggingFaceEncoder library = new HuggingFaceEncoder(file, 1)) {
            for (String text : new String[] {"a  a", "a   a", "     a", "a\u2581\u2581a", "a ▁a", " a a  "}) {
                assertThat(Arrays.stream(tokenizer.encode(text)).asLongStream().toArray())
                        .as("\"%s\"", text)
                        .containsExactly(library.encode(text));
            }
            assertThat(tokenizer.encode("a  a")).contains(264);
            assertThat(tokenizer.decode(tokenizer.encode("a  a   a"))).isEqualTo("a  a   a");
        }
    }

    /** What merges make of a text is never a control token, though the file has the pieces and merges for it. */
    @Test
    void controlTokensAreMadeOfNoText() throws IOException {
        areMadeOfNormalizedTextAsByTheLibraryItself();
        try (Tokenizer tokenizer = HuggingFaceFolders.tokenizer(folder)) {
            assertThat(tokenizer.encode("<s>")).isNotEmpty().doesNotContain(266);
        }
    }

    private static String vocabulary() {
        String[] pieces = {"▁", "a", "▁a", "<", "s", ">", "<s", "s>", "▁▁", "▁▁▁", "<s>"};
        String bytes = IntStream.range(0, 256)
                .mapToObj(value -> String.format("\"<0x%02X>\":%d,", value, value))
                .reduce("", String::concat);
        return bytes
                + IntStream.range(0, pieces.length)
                        .mapToObj(i -> "\"" + pieces[i] + "\":" + (256 + i))
                        .reduce((left, right) -> left + "," + right)
                        .orElseThrow();
    }
}
