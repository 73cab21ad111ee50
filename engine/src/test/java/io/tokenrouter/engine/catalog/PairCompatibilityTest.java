package io.tokenrouter.engine.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenrouter.engine.api.Vocabulary;
import io.tokenrouter.engine.executor.cpu.CpuDevice;
import io.tokenrouter.engine.executor.cpu.CpuExecutorOptions;
import io.tokenrouter.engine.fixtures.DemoModels;
import io.tokenrouter.engine.fixtures.FakeVocabulary;
import io.tokenrouter.engine.fixtures.SharedFiles;
import io.tokenrouter.engine.model.GgufFile;
import io.tokenrouter.engine.model.GgufWriter;
import io.tokenrouter.engine.tokenizer.GgufTokenizers;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PairCompatibilityTest {

    @Test
    void theDemoPairSharesEveryId() throws IOException {
        try (CpuDevice device = new CpuDevice(1);
                LoadedModel small = load(device, "small", DemoModels.SMALL);
                LoadedModel large = load(device, "large", DemoModels.LARGE)) {
            PairCompatibility report = PairCompatibility.of(small, large);
            assertThat(report.isCompatible()).isTrue();
            assertThat(report.sharedIds()).isEqualTo(512);
            assertThat(report.small()).isEqualTo(new PairCompatibility.Side("small", 512, 512, Set.of(1)));
            assertThat(report.large().endIds()).containsExactly(1);
        }
    }

    @Test
    void namesTheFirstDifferenceOfTwoModels() throws IOException {
        Path other = SharedFiles.require("golden/gguf/llama.gguf");
        try (CpuDevice device = new CpuDevice(1);
                LoadedModel small = load(device, "demo-small", DemoModels.SMALL);
                LoadedModel large = load(device, "tiny-llama", other)) {
            PairCompatibility report = PairCompatibility.of(small, large);
            assertThat(report.isCompatible()).isFalse();
            assertThat(report.difference().orElseThrow())
                    .contains("token id 0 is")
                    .contains("\"<|pad|>\" in demo-small")
                    .contains("\"!\" in tiny-llama");
        }
    }

    @Test
    void namesTheFirstIdThatOnlyOneOfThemHas() {
        assertThat(difference(FakeVocabulary.endless(20), FakeVocabulary.endless(40)))
                .contains("token id 20 is the text token \""
                        + FakeVocabulary.endless(40).piece(20) + "\" in large and missing in small");
        assertThat(difference(FakeVocabulary.endless(40), FakeVocabulary.endless(20)))
                .contains("in small and missing in large");
        assertThat(difference(FakeVocabulary.endless(40), FakeVocabulary.endless(40)))
                .isEmpty();
    }

    @Test
    void namesTheIdAndBothSpellings() {
        assertThat(difference(FakeVocabulary.endless(40), respelled(30, "evil\n\u202e" + "x".repeat(100))))
                .startsWith("the models small and large have different vocabularies: token id 30 is \"<30>\" in small")
                .contains("in large")
                .doesNotContain("\n", "\u202e")
                .hasSizeLessThan(250);
    }

    @Test
    void aControlTokenAndATextOfTheSameSpellingDiffer() {
        assertThat(difference(FakeVocabulary.endless(40), new FakeVocabulary(40, Set.of(7))))
                .contains("token id 7 is the text token \"h\" in small and the control token \"h\" in large");
    }

    /** As llama.cpp's converter fills up the lists of Qwen2.5-0.5B and 7B, each to the rows of its own embedding. */
    @Test
    void paddingOfGgufFilesIsNoDifference(@TempDir Path folder) throws IOException {
        Vocabulary narrow = padded(folder.resolve("narrow.gguf"), 8, TokenType.UNUSED);
        Vocabulary wide = padded(folder.resolve("wide.gguf"), 12, TokenType.UNUSED);
        Vocabulary old = padded(folder.resolve("old.gguf"), 12, TokenType.USER_DEFINED);
        assertThat(narrow.size()).isEqualTo(6);
        assertThat(difference(narrow, wide)).isEmpty();
        assertThat(difference(narrow, old)).isEmpty();
        for (Vocabulary vocabulary : List.of(narrow, wide, old)) {
            assertThat(vocabulary.isControl(3)).as("a gap within").isTrue();
            assertThat(vocabulary.bytes(3)).isEmpty();
            assertThat(vocabulary.endIds()).containsExactly(5);
        }
    }

    private enum TokenType {
        USER_DEFINED(4),
        UNUSED(5);

        private final int number;

        TokenType(int number) {
            this.number = number;
        }
    }

    /** Six tokens, a gap among them, and padding of such a type behind them. */
    private static Vocabulary padded(Path path, int size, TokenType type) throws IOException {
        String[] pieces = new String[size];
        int[] types = new int[size];
        for (int id = 0; id < size; id++) {
            boolean text = id < 5 && id != 3;
            pieces[id] = text ? String.valueOf((char) ('a' + id)) : "[PAD" + id + "]";
            types[id] = text ? 1 : type.number;
        }
        pieces[4] = "ab";
        pieces[5] = "<|im_end|>";
        types[5] = 3;
        new GgufWriter()
                .string("general.architecture", "llama")
                .string("tokenizer.ggml.model", "gpt2")
                .string("tokenizer.ggml.pre", "qwen2")
                .strings("tokenizer.ggml.merges", List.of("a b"))
                .strings("tokenizer.ggml.tokens", List.of(pieces))
                .int32s("tokenizer.ggml.token_type", types)
                .uint32("tokenizer.ggml.eos_token_id", 5)
                .write(path);
        try (GgufFile file = GgufFile.open(path)) {
            return GgufTokenizers.vocabulary(file.metadata());
        }
    }

    private static String difference(Vocabulary small, Vocabulary large) {
        return PairCompatibility.firstDifference("small", small, "large", large).orElse("");
    }

    private static Vocabulary respelled(int id, String piece) {
        FakeVocabulary plain = FakeVocabulary.endless(40);
        return new Vocabulary() {
            @Override
            public int size() {
                return plain.size();
            }

            @Override
            public byte[] bytes(int other) {
                return plain.bytes(other);
            }

            @Override
            public String piece(int other) {
                return other == id ? piece : plain.piece(other);
            }

            @Override
            public boolean isControl(int other) {
                return plain.isControl(other);
            }

            @Override
            public Set<Integer> endIds() {
                return plain.endIds();
            }
        };
    }

    private static LoadedModel load(CpuDevice device, String id, Path file) throws IOException {
        return new ModelLoader(device)
                .load(id, file, CpuExecutorOptions.DEFAULTS.withKvBytes(1 << 20), LoadProgress.NONE);
    }
}
