package io.tokenrouter.engine.golden;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tokenrouter.engine.executor.TokenCandidate;
import io.tokenrouter.engine.executor.cpu.CpuDevice;
import io.tokenrouter.engine.executor.cpu.CpuExecutorOptions;
import io.tokenrouter.engine.executor.cpu.CpuModelExecutor;
import io.tokenrouter.engine.fixtures.Greedy;
import io.tokenrouter.engine.fixtures.SharedFiles;
import io.tokenrouter.engine.model.GgufFile;
import io.tokenrouter.engine.model.ModelConfig;
import io.tokenrouter.engine.tensor.KernelChoice;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/** Tiny Llama models from GGUF files against logits, entropies and greedy ids of transformers in float32. */
class TinyLlamaTest {

    private static final double TOLERANCE = 1e-4;

    static Stream<Arguments> files() {
        return Stream.concat(float32Files(), onAllKernels("llama-mixed"));
    }

    static Stream<Arguments> float32Files() {
        return Stream.of("llama", "llama3-rope", "llama-linear-rope", "qwen2", "qwen2-yarn", "qwen3").flatMap(TinyLlamaTest::onAllKernels);
    }

    private static Stream<Arguments> onAllKernels(String name) {
        return Stream.of(KernelChoice.SCALAR, KernelChoice.AUTO).map(kernels -> Arguments.of(name, kernels));
    }

    @ParameterizedTest
    @MethodSource("files")
    void greedyIdsAndEntropiesAreThoseOfTheReference(String name, KernelChoice kernels) throws IOException {
        JsonNode reference = reference(name);
        run(name, kernels, greedy -> {
            for (JsonNode prompt : reference.required("prompts")) {
                JsonNode wanted = prompt.required("greedy");
                int[] ids = References.ints(wanted.required("ids"));
                List<TokenCandidate> got = greedy.decode(References.ints(prompt.required("ids")), ids.length);
                assertThat(Greedy.ids(got))
                        .as("greedy ids of %s", prompt.required("name"))
                        .isEqualTo(ids);
                double[] entropies = References.doubles(wanted.required("entropies"));
                double[] logprobs = References.doubles(wanted.required("logprobs"));
                double[] gaps = References.doubles(wanted.required("gaps"));
                for (int i = 0; i < ids.length; i++) {
                    TokenCandidate candidate = got.get(i);
                    assertThat((double) candidate.entropy()).isCloseTo(entropies[i], within(TOLERANCE));
                    assertThat((double) candidate.logprob()).isCloseTo(logprobs[i], within(TOLERANCE));
                    assertThat((double) candidate.topLogprobs()[0] - candidate.topLogprobs()[1])
                            .isCloseTo(gaps[i], within(TOLERANCE));
                }
            }
        });
    }

    @ParameterizedTest
    @MethodSource("float32Files")
    void logitsOfEveryPositionAreThoseOfTheReference(String name, KernelChoice kernels) throws IOException {
        Path rows = SharedFiles.require("golden/tiny/" + name + "/logits.safetensors");
        JsonNode prompts = reference(name).required("prompts");
        run(name, kernels, greedy -> {
            int[] ids = References.ints(References.named(prompts, "p37").required("ids"));
            List<TokenCandidate> got = greedy.everyPosition(ids);
            List<float[]> logits = References.rows(rows, "p37", 512);
            for (int i = 0; i < ids.length; i++) {
                sameLogits(got.get(i), logits.get(i));
            }
            int[] longIds = References.ints(References.named(prompts, "p160").required("ids"));
            sameLogits(
                    greedy.decode(longIds, 1).getFirst(),
                    References.rows(rows, "p160", 512).getFirst());
        });
    }

    /** The 128 largest, by way of their log-probabilities: those are the logits less one number of the row. */
    private static void sameLogits(TokenCandidate got, float[] logits) {
        double sum = References.logSumExp(logits);
        assertThat(got.topIds()).hasSize(128);
        for (int i = 0; i < got.topIds().length; i++) {
            assertThat((double) got.topLogprobs()[i]).isCloseTo(logits[got.topIds()[i]] - sum, within(TOLERANCE));
        }
    }

    private static JsonNode reference(String name) throws IOException {
        return References.json(SharedFiles.require(
                name.equals("llama-mixed")
                        ? "golden/gguf/llama-mixed.json"
                        : "golden/tiny/" + name + "/reference.json"));
    }

    private static void run(String name, KernelChoice kernels, Check check) throws IOException {
        try (GgufFile file = GgufFile.open(SharedFiles.require("golden/gguf/" + name + ".gguf"));
                CpuDevice device = new CpuDevice(2)) {
            ModelConfig config = file.config();
            CpuExecutorOptions options =
                    CpuExecutorOptions.DEFAULTS.withKvBytes(4 << 20).withKernels(kernels);
            try (CpuModelExecutor executor =
                    CpuModelExecutor.create(config, file, config.vocabularySize(), device, options)) {
                check.run(new Greedy(executor));
            }
        }
    }

    private interface Check {
        void run(Greedy greedy) throws IOException;
    }
}
