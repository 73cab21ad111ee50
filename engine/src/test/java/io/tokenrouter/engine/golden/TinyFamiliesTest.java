package io.tokenrouter.engine.golden;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tokenrouter.engine.executor.TokenCandidate;
import io.tokenrouter.engine.executor.cpu.KvType;
import io.tokenrouter.engine.fixtures.Greedy;
import io.tokenrouter.engine.fixtures.SharedFiles;
import io.tokenrouter.engine.sampling.LogitRow;
import io.tokenrouter.engine.tensor.KernelChoice;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/**
 * Tiny models of every family, from GGUF files and from Hugging Face folders with the config in both its spellings, against logits,
 * entropies and greedy ids of transformers in float32.
 */
class TinyFamiliesTest {

    private static final double TOLERANCE = 1e-4;

    @TempDir
    Path scratch;

    static Stream<Arguments> modelsAndKernels() {
        return Stream.concat(
                TinyModel.ALL.stream().map(model -> Arguments.of(model, KernelChoice.AUTO)),
                TinyModel.ALL.stream()
                        .filter(model -> model.source() != TinyModel.Source.LEGACY_FOLDER)
                        .map(model -> Arguments.of(model, KernelChoice.SCALAR)));
    }

    @ParameterizedTest
    @MethodSource("modelsAndKernels")
    void greedyIdsAndEntropiesAreThoseOfTheReference(TinyModel model, KernelChoice kernels) throws IOException {
        for (JsonNode prompt : model.reference().required("prompts")) {
            int[] ids = References.ints(prompt.required("ids"));
            JsonNode wanted = prompt.required("greedy");
            int[] continuation = References.ints(wanted.required("ids"));
            model.run(scratch, kernels, KvType.F32, ids.length + continuation.length, executor -> {
                List<TokenCandidate> got = new Greedy(executor).decode(ids, continuation.length);
                assertThat(Greedy.ids(got))
                        .as("greedy ids of %s", prompt.required("name"))
                        .isEqualTo(continuation);
                double[] entropies = References.doubles(wanted.required("entropies"));
                double[] logprobs = References.doubles(wanted.required("logprobs"));
                double[] gaps = References.doubles(wanted.required("gaps"));
                for (int i = 0; i < continuation.length; i++) {
                    TokenCandidate candidate = got.get(i);
                    assertThat((double) candidate.entropy()).isCloseTo(entropies[i], within(TOLERANCE));
                    assertThat((double) candidate.logprob()).isCloseTo(logprobs[i], within(TOLERANCE));
                    assertThat((double) candidate.topLogprobs()[0] - candidate.topLogprobs()[1])
                            .isCloseTo(gaps[i], within(TOLERANCE));
                }
            });
        }
    }

    static Stream<Arguments> modelsWithLogits() {
        return modelsAndKernels().filter(arguments -> ((TinyModel) arguments.get()[0]).logits() != null);
    }

    @ParameterizedTest
    @MethodSource("modelsWithLogits")
    void logitsAreThoseOfTheReference(TinyModel model, KernelChoice kernels) throws IOException {
        Path rows = SharedFiles.require(Objects.requireNonNull(model.logits()));
        JsonNode prompts = model.reference().required("prompts");
        for (String name : List.of("p1", "p37", "p160")) {
            int[] ids = References.ints(References.named(prompts, name).required("ids"));
            model.run(scratch, kernels, KvType.F32, ids.length, executor -> {
                List<float[]> wanted =
                        References.rows(rows, name, executor.spec().vocabularySize());
                Greedy greedy = new Greedy(executor);
                List<TokenCandidate> got = wanted.size() == 1 ? greedy.decode(ids, 1) : greedy.everyPosition(ids);
                assertThat(got).hasSameSizeAs(wanted);
                for (int i = 0; i < wanted.size(); i++) {
                    same(Objects.requireNonNull(got.get(i).row()), wanted.get(i));
                }
            });
        }
    }

    private static void same(LogitRow got, float[] wanted) {
        assertThat(got.size()).isEqualTo(wanted.length);
        for (int id = 0; id < wanted.length; id++) {
            assertThat(got.logit(id)).isCloseTo(wanted[id], within((float) TOLERANCE));
        }
    }

    /** Windows, norms and rotations must not see where a prompt was cut. */
    @ParameterizedTest
    @MethodSource("foldersAndCaches")
    void aPromptInPiecesGivesTheSameBits(TinyModel model, KvType kvType) throws IOException {
        int[] ids = References.ints(
                References.named(model.reference().required("prompts"), "p160").required("ids"));
        model.run(scratch, KernelChoice.AUTO, kvType, ids.length, executor -> {
            LogitRow whole = Objects.requireNonNull(
                    new Greedy(executor).decode(ids, 1).getFirst().row());
            List<TokenCandidate> oneByOne = new Greedy(executor).everyPosition(ids);
            LogitRow pieces = Objects.requireNonNull(oneByOne.getLast().row());
            for (int id = 0; id < whole.size(); id++) {
                assertThat(pieces.logit(id)).isEqualTo(whole.logit(id));
            }
        });
    }

    static Stream<Arguments> foldersAndCaches() {
        return folders().flatMap(model -> Stream.of(KvType.F32, KvType.F16).map(type -> Arguments.of(model, type)));
    }

    /** Where the reference data's notes measured it: logits within 1e-2, ids up to the first gap under 0.02. */
    @ParameterizedTest
    @MethodSource("ggufFiles")
    void aCacheInHalfPrecisionStaysNearTheReference(TinyModel model) throws IOException {
        Path rows = SharedFiles.require(Objects.requireNonNull(model.logits()));
        for (JsonNode prompt : model.reference().required("prompts")) {
            int[] ids = References.ints(prompt.required("ids"));
            int[] wanted = References.ints(prompt.required("greedy").required("ids"));
            double[] gaps = References.doubles(prompt.required("greedy").required("gaps"));
            model.run(scratch, KernelChoice.AUTO, KvType.F16, ids.length + wanted.length, executor -> {
                List<TokenCandidate> got = new Greedy(executor).decode(ids, wanted.length);
                int vocabulary = executor.spec().vocabularySize();
                String name = prompt.required("name").stringValue();
                float[] logits = References.rows(rows, name, vocabulary).getLast();
                LogitRow row = Objects.requireNonNull(got.getFirst().row());
                for (int id = 0; id < logits.length; id++) {
                    assertThat(row.logit(id)).isCloseTo(logits[id], within(1e-2f));
                }
                for (int i = 0; i < wanted.length && gaps[i] >= 0.02; i++) {
                    assertThat(got.get(i).token()).isEqualTo(wanted[i]);
                }
            });
        }
    }

    static Stream<TinyModel> ggufFiles() {
        return TinyModel.ALL.stream()
                .filter(model -> model.source() == TinyModel.Source.GGUF)
                .filter(model -> model.logits() != null);
    }

    /** Rounding is not a fault: on average it moves a logit, whose deviation is 1, by a thousandth or by hundredths. */
    @ParameterizedTest
    @MethodSource("foldersAndSmallCaches")
    void smallerCachesMoveLogitsLittle(TinyModel model, KvType kvType, double mean) throws IOException {
        Path rows = SharedFiles.require(Objects.requireNonNull(model.logits()));
        int[] ids = References.ints(
                References.named(model.reference().required("prompts"), "p160").required("ids"));
        model.run(scratch, KernelChoice.AUTO, kvType, ids.length, executor -> {
            LogitRow got = Objects.requireNonNull(
                    new Greedy(executor).decode(ids, 1).getFirst().row());
            float[] wanted = References.rows(rows, "p160", executor.spec().vocabularySize())
                    .getFirst();
            double sum = 0;
            for (int id = 0; id < wanted.length; id++) {
                sum += Math.abs(got.logit(id) - wanted[id]);
            }
            assertThat(sum / wanted.length).isLessThan(mean);
        });
    }

    static Stream<Arguments> foldersAndSmallCaches() {
        return folders()
                .flatMap(model ->
                        Stream.of(Arguments.of(model, KvType.F16, 3e-3), Arguments.of(model, KvType.Q8_0, 0.05)));
    }

    private static Stream<TinyModel> folders() {
        return TinyModel.ALL.stream().filter(model -> model.source() == TinyModel.Source.FOLDER);
    }
}
