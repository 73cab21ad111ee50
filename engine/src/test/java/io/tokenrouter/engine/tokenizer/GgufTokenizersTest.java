package io.tokenrouter.engine.tokenizer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.tokenrouter.engine.model.GgufFile;
import io.tokenrouter.engine.model.GgufWriter;
import io.tokenrouter.engine.model.ModelFormatException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the keys of a GGUF file say of its tokenizer, and what they leave out. */
class GgufTokenizersTest {

    private static final int NORMAL = 1;
    private static final int CONTROL = 3;
    private static final int USER_DEFINED = 4;

    @TempDir
    Path folder;

    /** Expected are the words of llama.cpp's expressions of that name, worked out by hand. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '#',
            value = {
                "llama-bpe # aB|'s|123|4|./",
                "smaug-bpe # aB|'s|123|4|./",
                "dbrx # aB|'s|123|4|./",
                "qwen2 # aB|'s|1|2|3|4|./",
                "tekken # a|B|'s|1|2|3|4|./",
                "gpt-4o # a|B's|123|4|./",
                "gpt-2 # aB|'s|1234|./",
                "smollm # aB|'s|1|2|3|4|./",
                "default # aB|'|s|123|4|./"
            })
    void aTextIsCutIntoTheWordsOfItsRule(String rule, String words) {
        assertThat(words(rule, "aB's1234./")).isEqualTo(words);
    }

    /** The words of a text, which are what is left where every part of it is a token that merges lead to. */
    private String words(String rule, String text) {
        MadeGguf made = MadeGguf.byteLevel();
        for (int length = 2; length <= text.length(); length++) {
            for (int from = 0; from + length <= text.length(); from++) {
                for (int cut = from + 1; cut < from + length; cut++) {
                    made.merge(text.substring(from, cut), text.substring(cut, from + length));
                }
            }
        }
        try (GgufFile file = made.open(folder, keys -> keys.string("tokenizer.ggml.pre", rule));
                Tokenizer tokenizer = GgufTokenizers.create(file.metadata())) {
            List<String> words = new ArrayList<>();
            for (int id : tokenizer.encodeContinuation(text)) {
                words.add(tokenizer.vocabulary().piece(id));
            }
            return String.join("|", words);
        }
    }

    @ParameterizedTest
    @CsvSource({"qwen2, 300, '1|2'", "qwen3, 300, '1|2'", "llama, 128256, 12", "smollm3, 300, 12", "olmo2, 300, 12"})
    void whereTheFileNamesNoRuleItIsTheArchitectures(String architecture, int size, String words) {
        MadeGguf made = MadeGguf.byteLevel().merge("1", "2");
        while (made.size() < size) {
            made.piece("unused" + made.size(), NORMAL);
        }
        try (GgufFile file = made.open(folder, keys -> keys.string("general.architecture", architecture));
                Tokenizer tokenizer = GgufTokenizers.create(file.metadata())) {
            List<String> found = new ArrayList<>();
            for (int id : tokenizer.encodeContinuation("12")) {
                found.add(tokenizer.vocabulary().piece(id));
            }
            assertThat(String.join("|", found)).isEqualTo(words);
        }
    }

    @Test
    void aRuleThatNobodyNamesIsNotGuessed() {
        refused(
                MadeGguf.byteLevel().merge("a", "b"),
                keys -> keys.string("general.architecture", "llama"),
                "no tokenizer.ggml.pre",
                "\"llama\" with 259 tokens");
        refused(
                MadeGguf.byteLevel().merge("a", "b"),
                keys -> keys.string("tokenizer.ggml.pre", "nobody's"),
                "\"nobody's\" is not supported",
                "llama-bpe",
                "gpt-4o");
    }

    @Test
    void aBeginTokenIsAddedByRuleUnlessTheFileSays() {
        for (String rule : List.of("llama3", "llama-bpe", "tekken")) {
            assertThat(encoded(rule, keys -> {})).as(rule).startsWith(256).hasSize(2);
            assertThat(encoded(rule, keys -> keys.bool("tokenizer.ggml.add_bos_token", false)))
                    .as(rule)
                    .hasSize(1);
        }
        assertThat(encoded("smaug-bpe", keys -> {})).hasSize(1);
    }

    private int[] encoded(String rule, Consumer<GgufWriter> more) {
        try (GgufFile file = MadeGguf.byteLevel().merge("a", "b").open(folder, keys -> {
                    keys.string("tokenizer.ggml.pre", rule).uint32("tokenizer.ggml.bos_token_id", 256);
                    more.accept(keys);
                });
                Tokenizer tokenizer = GgufTokenizers.create(file.metadata())) {
            return tokenizer.encode("a");
        }
    }

    /** All of this is known from the keys alone, so that nobody registers such a file. */
    @ParameterizedTest
    @ValueSource(strings = {"ab", "a ", "a c", "zz b"})
    void aMergeThatIsNoneIsRefusedBeforeAnythingIsLoaded(String merge) {
        refused(
                MadeGguf.byteLevel().merge("a", "b").merge(merge),
                GgufTokenizersTest::qwen,
                "tokenizer.ggml.merges has \"" + merge + "\"");
    }

    @Test
    void whatAKindOfVocabularyNeedsIsAskedForBeforeAnythingIsLoaded() {
        refused(MadeGguf.byteLevel(), GgufTokenizersTest::qwen, "no tokenizer.ggml.merges");
        refused(MadeGguf.sentencePiece().piece("a", NORMAL), keys -> {}, "no tokenizer.ggml.scores");
    }

    /** A control token that merges would make is one that users could write. */
    @Test
    void mergesMakeNoControlToken() {
        MadeGguf made = MadeGguf.byteLevel()
                .merge("<", "s")
                .merge("<s >")
                .piece("<t>", USER_DEFINED)
                .merge("s", ">");
        try (GgufFile file = made.open(folder, GgufTokenizersTest::qwen);
                Tokenizer tokenizer = GgufTokenizers.create(file.metadata())) {
            assertThat(tokenizer.encode("<s>")).doesNotContain(256).hasSize(2);
        }
    }

    @Test
    void padsThatAreOutOfRangeMeanNothing() {
        try (GgufFile file = MadeGguf.byteLevel()
                .merge("a", "b")
                .open(
                        folder,
                        keys -> qwen(keys)
                                .uint32("tokenizer.ggml.padding_token_id", 1_000_000)
                                .uint32("tokenizer.ggml.unknown_token_id", 100_000))) {
            assertThat(GgufVocabulary.read(file.metadata()).unknownId()).isEqualTo(GgufVocabulary.NONE);
        }
        refused(
                MadeGguf.byteLevel().merge("a", "b"),
                keys -> qwen(keys).uint32("tokenizer.ggml.eos_token_id", 100_000),
                "eos_token_id is 100000");
    }

    @Test
    void endlessTokensThatAreLookedForInTextsAreRefused() {
        for (int type : new int[] {CONTROL, USER_DEFINED}) {
            refused(
                    MadeGguf.byteLevel().merge("a", "b").piece("x".repeat(257), type),
                    GgufTokenizersTest::qwen,
                    "257 characters; up to 256");
            MadeGguf many = MadeGguf.byteLevel().merge("a", "b");
            for (int i = 0; i < 4_100; i++) {
                many.piece("%06d".formatted(i) + "x".repeat(250), type);
            }
            refused(many, GgufTokenizersTest::qwen, "more than 1048576 characters together");
        }
    }

    private static GgufWriter qwen(GgufWriter keys) {
        return keys.string("tokenizer.ggml.pre", "qwen2");
    }

    private void refused(MadeGguf made, Consumer<GgufWriter> keys, String... words) {
        try (GgufFile file = made.open(folder, keys)) {
            assertThatExceptionOfType(ModelFormatException.class)
                    .isThrownBy(() -> GgufTokenizers.vocabulary(file.metadata()))
                    .withMessageContainingAll(words);
        }
    }
}
