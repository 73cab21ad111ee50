package io.tokenrouter.engine.executor.cpu;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenrouter.engine.api.SamplingParams;
import io.tokenrouter.engine.executor.Batch;
import io.tokenrouter.engine.executor.BatchRow;
import io.tokenrouter.engine.executor.CandidateRequest;
import io.tokenrouter.engine.executor.TokenCandidate;
import io.tokenrouter.engine.fixtures.FamilyShapes;
import io.tokenrouter.engine.fixtures.RandomModel;
import io.tokenrouter.engine.model.AttentionConfig.Layer;
import io.tokenrouter.engine.model.NormConfig;
import io.tokenrouter.engine.model.RopeConfig;
import io.tokenrouter.engine.model.RopeConfig.Layout;
import io.tokenrouter.engine.model.RopeScaling;
import io.tokenrouter.engine.tensor.KernelChoice;
import io.tokenrouter.engine.tensor.TensorFormat;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The executor against the forward pass written down in double precision, for models of many shapes. */
class DecoderTest {

    static Stream<Arguments> models() {
        return Stream.concat(
                FamilyShapes.all().entrySet().stream().map(family -> model(family.getKey(), family.getValue())),
                shapes());
    }

    private static Stream<Arguments> shapes() {
        return Stream.of(
                model("grouped queries", RandomModel.shape()),
                model("one key/value head", RandomModel.shape().heads(4, 1, 16)),
                model("no groups", RandomModel.shape().heads(4, 4, 16)),
                model("tied", RandomModel.shape().tied()),
                model("biases", RandomModel.shape().biases()),
                model("heads wider than the stream", RandomModel.shape().heads(4, 2, 32)),
                model(
                        "odd widths",
                        RandomModel.shape().hidden(52).heads(2, 1, 26).inner(75)),
                model("one layer, long", RandomModel.shape().layers(1).inner(200)),
                model("halves", RandomModel.shape().rope(rope(16, new RopeScaling.None(), Layout.HALVES))),
                model("half rotated", RandomModel.shape().rope(rope(8, new RopeScaling.None(), Layout.INTERLEAVED))),
                model("half rotated halves", RandomModel.shape().rope(rope(8, new RopeScaling.None(), Layout.HALVES))),
                model(
                        "linear scaling",
                        RandomModel.shape().rope(rope(16, new RopeScaling.Linear(4), Layout.INTERLEAVED))),
                model(
                        "frequency factors",
                        RandomModel.shape()
                                .rope(rope(
                                        16,
                                        new RopeScaling.Divided(new float[] {1, 1, 1.5f, 2, 4, 8, 8, 8}),
                                        Layout.INTERLEAVED))),
                model(
                        "llama 3.1 scaling",
                        RandomModel.shape().rope(rope(16, new RopeScaling.Llama3(8, 1, 4, 24), Layout.HALVES))),
                model(
                        "short divisors of LongRoPE",
                        RandomModel.shape()
                                .context(48)
                                .heads(4, 2, 4)
                                .rope(rope(
                                        4,
                                        new RopeScaling.LongRope(new float[] {1, 2}, new float[] {3, 4}, 48, 1.1f),
                                        Layout.HALVES))),
                model("norms stored less one", RandomModel.shape().norms(NormConfig.Placement.BOTH, 1)),
                model("a scale of its own", RandomModel.shape().scale(0.1f).caps(2, 0)),
                model(
                        "windows of a block, of one and of all positions",
                        RandomModel.shape().pattern(window(8), window(1), window(45))),
                model("fused with biases", RandomModel.shape().fused().biases()),
                model("every format", RandomModel.shape().layers(3).formats(TensorFormat.values())),
                model(
                        "every format in wide rows",
                        RandomModel.shape().hidden(256).inner(256).layers(3).formats(TensorFormat.values())));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("models")
    void logProbabilitiesAreThoseOfTheFormulas(String name, RandomModel model) {
        int[] ids = new Random(3).ints(45, 0, 96).toArray();
        double[] expected = logSoftmax(new NaiveDecoder(model).logits(ids));
        for (KernelChoice kernels : new KernelChoice[] {KernelChoice.SCALAR, KernelChoice.VECTOR}) {
            TokenCandidate made = candidate(model, kernels, ids);
            assertThat(made.topIds()).hasSize(96);
            for (int i = 0; i < 96; i++) {
                assertThat((double) made.topLogprobs()[i])
                        .isCloseTo(expected[made.topIds()[i]], org.assertj.core.data.Offset.offset(1e-4));
            }
        }
    }

    private static TokenCandidate candidate(RandomModel model, KernelChoice kernels, int[] ids) {
        CpuExecutorOptions options = new CpuExecutorOptions(1 << 20, 8, 4, 64, KvType.F32, kernels);
        try (CpuDevice device = new CpuDevice(2);
                CpuModelExecutor executor = CpuModelExecutor.create(model.config(), model, 96, device, options)) {
            CandidateRequest request = new CandidateRequest(SamplingParams.GREEDY, ids.length, ids, 0, 96, false);
            int[] blocks = IntStream.range(0, 6).toArray();
            Batch batch = new Batch(List.of(new BatchRow(ids, 0, ids.length, 0, blocks, request)));
            return executor.execute(batch).candidates().getFirst();
        }
    }

    private static double[] logSoftmax(double[] logits) {
        double sum = 0;
        for (double logit : logits) {
            sum += Math.exp(logit);
        }
        double logSum = Math.log(sum);
        return java.util.Arrays.stream(logits).map(logit -> logit - logSum).toArray();
    }

    private static Arguments model(String name, RandomModel.Shape shape) {
        return Arguments.of(name, shape.build(name.hashCode()));
    }

    private static Layer window(int positions) {
        return new Layer(positions, rope(16, new RopeScaling.None(), Layout.HALVES));
    }

    private static RopeConfig rope(int dimensions, RopeScaling scaling, Layout layout) {
        return new RopeConfig(10_000f, dimensions, scaling, layout);
    }
}
