package io.tokenrouter.engine.executor.cpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Offset.offset;

import io.tokenrouter.engine.api.SamplingParams;
import io.tokenrouter.engine.executor.Batch;
import io.tokenrouter.engine.executor.BatchRow;
import io.tokenrouter.engine.executor.CandidateRequest;
import io.tokenrouter.engine.executor.ExecutorSpec;
import io.tokenrouter.engine.executor.TokenCandidate;
import io.tokenrouter.engine.fixtures.RandomModel;
import io.tokenrouter.engine.model.AttentionConfig.Layer;
import io.tokenrouter.engine.tensor.KernelChoice;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Contexts of more positions than attention keeps scores of at once: three chunks on the first layer, parts of two on the second. */
class LongContextTest {

    private static final int IDS = 32;
    private static final int LENGTH = 4500;
    private static final int BLOCK = 16;
    private static final int BLOCKS = Math.ceilDiv(LENGTH, BLOCK);
    private static final int WINDOW = 2100;
    private static final int[] TEXT = new Random(3).ints(LENGTH, 0, IDS).toArray();

    /** Scores of some ten, so that parts of the context differ in their weight by orders of magnitude. */
    private static final RandomModel MODEL = RandomModel.shape()
            .vocabulary(IDS)
            .hidden(16)
            .heads(4, 2, 8)
            .inner(16)
            .context(LENGTH)
            .scale(3f)
            .pattern(layer(Integer.MAX_VALUE), layer(WINDOW))
            .build(9);

    @ParameterizedTest
    @EnumSource(
            value = KernelChoice.class,
            names = {"SCALAR", "VECTOR"})
    void logProbabilitiesAreThoseOfTheFormulas(KernelChoice kernels) {
        double[] expected = new NaiveDecoder(MODEL).logits(TEXT);
        double logSum = Math.log(Arrays.stream(expected).map(Math::exp).sum());
        try (CpuDevice device = new CpuDevice(2);
                CpuModelExecutor executor = open(device, kernels, 1)) {
            TokenCandidate made = extended(executor, 0, 512);
            assertThat(made.topIds()).hasSize(IDS);
            for (int i = 0; i < IDS; i++) {
                assertThat((double) made.topLogprobs()[i]).isCloseTo(expected[made.topIds()[i]] - logSum, offset(1e-4));
            }
        }
    }

    @Test
    void aTokenIsTheSameBitsHoweverTheTextWasCutAndWhateverIsBesideIt() {
        try (CpuDevice device = new CpuDevice(2);
                CpuModelExecutor executor = open(device, KernelChoice.VECTOR, 2)) {
            TokenCandidate large = extended(executor, 0, 512);
            TokenCandidate small = extended(executor, 1, 37);
            assertThat(small.topIds()).isEqualTo(large.topIds());
            assertThat(small.topLogprobs()).isEqualTo(large.topLogprobs());

            List<BatchRow> both = new ArrayList<>();
            both.add(row(1, LENGTH - 3, 3));
            both.add(row(0, LENGTH - 1, 1));
            for (TokenCandidate made : executor.execute(new Batch(both)).candidates()) {
                assertThat(made.topLogprobs()).isEqualTo(large.topLogprobs());
            }
        }
    }

    /** So much is allocated for a worker's scores, whatever the context. */
    @Test
    void scratchMemoryDoesNotGrowWithTheContext() {
        int chunk = 2048;
        assertThat(Attention.chunk(spec(1_000_000, 16))).isEqualTo(chunk);
        assertThat(Attention.chunk(spec(1_000_000, 48))).isEqualTo(chunk / 48 * 48);
        assertThat(Attention.chunk(spec(1_000_000, 5000))).isEqualTo(5000);
        assertThat(Attention.chunk(spec(100, 16))).isEqualTo(112);
    }

    private static ExecutorSpec spec(int context, int block) {
        return new ExecutorSpec(IDS, context, block, 1_000_000, 4, 64);
    }

    /** The candidate after the text, read in pieces. */
    private static TokenCandidate extended(CpuModelExecutor executor, int sequence, int piece) {
        int from = 0;
        for (; LENGTH - from > piece; from += piece) {
            executor.execute(new Batch(List.of(new BatchRow(TEXT, from, piece, from, blocks(sequence), null))));
        }
        return executor.execute(new Batch(List.of(row(sequence, from, LENGTH - from))))
                .candidates()
                .getFirst();
    }

    private static BatchRow row(int sequence, int from, int count) {
        CandidateRequest wanted = new CandidateRequest(SamplingParams.GREEDY, LENGTH, TEXT, 0, IDS, false);
        return new BatchRow(TEXT, from, count, from, blocks(sequence), wanted);
    }

    private static int[] blocks(int sequence) {
        return IntStream.range(sequence * BLOCKS, (sequence + 1) * BLOCKS).toArray();
    }

    private static CpuModelExecutor open(CpuDevice device, KernelChoice kernels, int sequences) {
        long perToken = CpuMemory.kvBytesPerToken(MODEL.config(), KvType.F32);
        CpuExecutorOptions options =
                new CpuExecutorOptions(perToken * BLOCK * BLOCKS * sequences, BLOCK, 4, 512, KvType.F32, kernels);
        return CpuModelExecutor.create(MODEL.config(), MODEL, IDS, device, options);
    }

    /** Without rotation, whose angles are rounded: attention is the only thing that counts positions. */
    private static Layer layer(int window) {
        return new Layer(window, null);
    }
}
