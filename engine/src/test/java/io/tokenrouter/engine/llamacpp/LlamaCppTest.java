package io.tokenrouter.engine.llamacpp;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenrouter.engine.executor.TokenCandidate;
import io.tokenrouter.engine.executor.cpu.CpuDevice;
import io.tokenrouter.engine.executor.cpu.CpuExecutorOptions;
import io.tokenrouter.engine.executor.cpu.CpuModelExecutor;
import io.tokenrouter.engine.executor.cpu.KvType;
import io.tokenrouter.engine.fixtures.DemoModels;
import io.tokenrouter.engine.fixtures.FamilyShapes;
import io.tokenrouter.engine.fixtures.Greedy;
import io.tokenrouter.engine.fixtures.RandomModel;
import io.tokenrouter.engine.model.GgufFile;
import io.tokenrouter.engine.model.GgufWriter;
import io.tokenrouter.engine.model.TensorEncoder;
import io.tokenrouter.engine.tensor.KernelChoice;
import io.tokenrouter.engine.tensor.Kernels;
import io.tokenrouter.engine.tensor.Tensor;
import io.tokenrouter.engine.tensor.TensorFormat;
import io.tokenrouter.engine.tokenizer.GgufTokenizers;
import io.tokenrouter.engine.tokenizer.RenderedChat;
import io.tokenrouter.engine.tokenizer.Tokenizer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Greedy output token for token as llama.cpp writes it. Where two tokens are nearly tied the engines may choose differently, and
 * everything behind such a place is another text.
 * llama.cpp rounds activations to the format of the weights, so F16 has the wider bound.
 */
class LlamaCppTest {

    private static final String PROMPT = "thequickbrownfoxjumpsoverthelazydog";
    private static final int STEPS = 48;
    private static final double ROUNDED_TIE = 0.25;
    private static final CpuDevice DEVICE = new CpuDevice(2);

    @TempDir
    Path folder;

    @AfterAll
    static void closeDevice() {
        DEVICE.close();
    }

    static Stream<Arguments> shapes() {
        return Stream.of(TensorFormat.F32, TensorFormat.F16)
                .flatMap(format -> Stream.of(
                        Arguments.of("grouped heads, untied", format, RandomModel.shape()),
                        Arguments.of("tied", format, RandomModel.shape().tied()),
                        Arguments.of(
                                "one head for all keys",
                                format,
                                RandomModel.shape().heads(4, 1, 16)),
                        Arguments.of(
                                "no grouping",
                                format,
                                RandomModel.shape().heads(3, 3, 32).hidden(96)),
                        Arguments.of(
                                "heads wider than their share",
                                format,
                                RandomModel.shape().heads(2, 1, 64)),
                        Arguments.of(
                                "odd sizes",
                                format,
                                RandomModel.shape()
                                        .vocabulary(131)
                                        .hidden(72)
                                        .layers(3)
                                        .heads(6, 2, 12)
                                        .inner(100))));
    }

    @ParameterizedTest(name = "{0}, {1}")
    @MethodSource("shapes")
    void randomModels(String name, TensorFormat format, RandomModel.Shape shape) throws IOException {
        int compared = 0;
        for (int seed = 0; seed < 3; seed++) {
            Path file = folder.resolve("random-" + seed + ".gguf");
            RandomModel model = shape.formats(format).build(name.hashCode() + seed);
            LetterModels.write(model, file);
            compared += sameAsLlamaCpp(file, tie(format));
        }
        assertThat(compared).as("tokens before a near-tie fell the other way").isGreaterThan(STEPS / 2);
    }

    /** llama.cpp looks GELU up in a table of half-precision numbers, and knows Gemma 2 with the depth of a real one only. */
    @ParameterizedTest
    @CsvSource({"llama, 1e-3", "qwen2, 1e-3", "gemma2, 2e-2", "gemma3, 2e-2", "phi3, 1e-3", "olmo2, 1e-3"})
    void randomModelsOfEveryFamilyThatItKnows(String architecture, double tie) throws IOException {
        int compared = 0;
        for (int seed = 0; seed < 3; seed++) {
            Path file = folder.resolve(architecture + seed + ".gguf");
            RandomModel.Shape shape = architecture.equals("gemma2")
                    ? FamilyShapes.gemma2(26)
                    : FamilyShapes.all().get(architecture);
            LetterModels.write(shape.build(seed), file);
            compared += sameAsLlamaCpp(file, tie);
        }
        assertThat(compared).as("tokens before a near-tie fell the other way").isGreaterThan(STEPS / 2);
    }

    /**
     * It rounds activations to 8 bits where weights are quantised, so its logits are some hundredths off, and only gaps wider than
     * that can be held to it. BF16 weights make it round activations to bfloat16. Every token is ours behind its tokens, so that a
     * near-tie that falls the other way, which depends on the processor, ends nothing.
     */
    @ParameterizedTest
    @EnumSource(
            value = TensorFormat.class,
            mode = EnumSource.Mode.EXCLUDE,
            names = {"F32", "F16"})
    void randomModelsOfEveryQuantisation(TensorFormat format) throws IOException {
        int compared = 0;
        for (int seed = 0; seed < 3; seed++) {
            Path file = folder.resolve(format + "-" + seed + ".gguf");
            RandomModel.Shape shape =
                    RandomModel.shape().hidden(256).heads(4, 2, 64).inner(256).formats(format);
            LetterModels.write(shape.build(seed), file);
            compared += sameBehindItsTokens(file, ROUNDED_TIE);
        }
        assertThat(compared).as("tokens that were the same").isGreaterThan(6);
    }

    private static int sameBehindItsTokens(Path file, double tie) throws IOException {
        int[] prompt = PROMPT.chars().map(letter -> letter - 'a').toArray();
        try (GgufFile gguf = GgufFile.open(file);
                LlamaCpp reference = LlamaCpp.open(file)) {
            List<String> pieces = LetterModels.pieces(gguf.config().vocabularySize());
            List<String> texts = reference.generate(PROMPT, STEPS);
            // the last text is always empty, whether an end token stands for it or not; nothing is compared there
            int[] wanted = texts.stream()
                    .takeWhile(text -> !text.isEmpty())
                    .mapToInt(pieces::indexOf)
                    .toArray();
            int[] all = IntStream.concat(Arrays.stream(prompt), Arrays.stream(wanted))
                    .toArray();
            int same = 0;
            try (CpuModelExecutor executor = executor(gguf)) {
                List<TokenCandidate> got = new Greedy(executor).everyPosition(all);
                for (int i = 0; i < wanted.length; i++) {
                    TokenCandidate candidate = got.get(prompt.length - 1 + i);
                    double gap = candidate.topLogprobs()[0] - candidate.topLogprobs()[1];
                    if (gap >= tie) {
                        assertThat(candidate.token())
                                .as("token %d, %.4f before the next", i, gap)
                                .isEqualTo(wanted[i]);
                    }
                    same += candidate.token() == wanted[i] ? 1 : 0;
                }
            }
            return same;
        }
    }

    private static int sameAsLlamaCpp(Path file, double tie) throws IOException {
        String prompt = PROMPT;
        int[] ids = prompt.chars().map(letter -> letter - 'a').toArray();
        try (GgufFile gguf = GgufFile.open(file);
                LlamaCpp reference = LlamaCpp.open(file)) {
            assertThat(reference.encode(prompt)).isEqualTo(ids);
            List<String> pieces = LetterModels.pieces(gguf.config().vocabularySize());
            List<String> wanted = reference.generate(prompt, STEPS);
            return compare(decode(gguf, ids), wanted, tie, id -> id == pieces.size() - 1 ? "" : pieces.get(id));
        }
    }

    @ParameterizedTest
    @CsvSource({"small, F32", "small, F16", "large, F32", "large, F16"})
    void demoModels(String name, TensorFormat format) throws IOException {
        Path file = folder.resolve("demo.gguf");
        try (GgufFile shipped = GgufFile.open(name.equals("small") ? DemoModels.SMALL : DemoModels.LARGE)) {
            stored(shipped, format, file);
        }
        String question = "Nina has 4 boxes with 17 coins each. A friend takes 12. She sells 48."
                + " How many coins does Nina have now?";
        try (GgufFile gguf = GgufFile.open(file);
                Tokenizer tokenizer = GgufTokenizers.create(gguf.metadata());
                LlamaCpp reference = LlamaCpp.open(file)) {
            String prompt = "<|user|>" + question + "<|end|><|assistant|>";
            int[] ids = tokenizer.encode(new RenderedChat(List.of(new RenderedChat.Segment(prompt, true))));
            assertThat(reference.encode(prompt)).isEqualTo(ids);
            List<TokenCandidate> got = decode(gguf, ids);
            List<String> wanted = reference.generate(prompt, STEPS);
            int compared = compare(got, wanted, tie(format), id -> tokenizer.decode(new int[] {id}));
            assertThat(compared).isGreaterThan(STEPS / 2);
        }
    }

    private static double tie(TensorFormat format) {
        return format == TensorFormat.F32 ? 1e-3 : 2e-2;
    }

    /**
     * The shipped weights in a format for which llama.cpp does not round activations to bfloat16. It takes vectors as F32 only.
     */
    private static void stored(GgufFile shipped, TensorFormat format, Path file) throws IOException {
        Kernels kernels = KernelChoice.SCALAR.kernels();
        GgufWriter writer = new GgufWriter();
        for (String key : shipped.metadata().keys()) {
            copyValue(shipped, key, writer);
        }
        for (Tensor tensor : shipped.tensors()) {
            float[] values = new float[tensor.rows() * tensor.columns()];
            for (int row = 0; row < tensor.rows(); row++) {
                kernels.decodeRow(tensor, row, values, row * tensor.columns());
            }
            TensorFormat own = tensor.rows() == 1 ? TensorFormat.F32 : format;
            writer.tensor(tensor.name(), own, tensor.rows(), tensor.columns(), TensorEncoder.of(own, values));
        }
        writer.write(file);
    }

    private static void copyValue(GgufFile from, String key, GgufWriter to) {
        switch (key) {
            case "tokenizer.ggml.tokens", "tokenizer.ggml.merges" ->
                to.strings(key, from.metadata().strings(key));
            case "tokenizer.ggml.token_type" -> to.int32s(key, from.metadata().integers(key));
            case "tokenizer.ggml.add_bos_token", "tokenizer.ggml.add_space_prefix" ->
                to.bool(key, from.metadata().flag(key, false));
            case "llama.attention.layer_norm_rms_epsilon", "llama.rope.freq_base" ->
                to.float32(key, from.metadata().number(key));
            default -> {
                if (key.startsWith("llama.") || key.endsWith("_id") || key.equals("general.file_type")) {
                    to.uint32(key, from.metadata().integer(key, 0, Integer.MAX_VALUE));
                } else {
                    to.string(key, from.metadata().string(key));
                }
            }
        }
    }

    private static List<TokenCandidate> decode(GgufFile file, int[] prompt) {
        try (CpuModelExecutor executor = executor(file)) {
            return new Greedy(executor).decode(prompt, STEPS);
        }
    }

    private static CpuModelExecutor executor(GgufFile file) {
        var config = file.config();
        return CpuModelExecutor.create(
                config,
                file,
                config.vocabularySize(),
                DEVICE,
                CpuExecutorOptions.DEFAULTS.withKvType(KvType.F32).withKvBytes(16 << 20));
    }

    private interface Spelling {
        String of(int id);
    }

    /** Compares up to the end token, or to a near-tie that fell the other way, and returns how many tokens were equal. */
    private static int compare(List<TokenCandidate> got, List<String> wanted, double tie, Spelling spelling) {
        for (int i = 0; i < got.size(); i++) {
            TokenCandidate candidate = got.get(i);
            String text = spelling.of(candidate.token());
            String reference = i < wanted.size() ? wanted.get(i) : "";
            double gap = candidate.topLogprobs()[0] - candidate.topLogprobs()[1];
            if (!reference.equals(text) && gap < tie) {
                return i;
            }
            assertThat(reference).as("token %d, %.4f before the next", i, gap).isEqualTo(text);
            if (text.isEmpty()) {
                return i + 1;
            }
        }
        return got.size();
    }
}
