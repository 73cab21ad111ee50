package io.tokenrouter.engine.executor.cpu;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.tokenrouter.engine.api.SamplingParams;
import io.tokenrouter.engine.executor.Batch;
import io.tokenrouter.engine.executor.BatchRow;
import io.tokenrouter.engine.executor.CandidateRequest;
import io.tokenrouter.engine.fixtures.RandomModel;
import io.tokenrouter.engine.tensor.KernelChoice;
import io.tokenrouter.engine.tensor.TensorFormat;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * Fails where steps of a model allocate more than their results. Holds for compiled kernels only, so steps run until a stretch of them
 * stays within the bound; a kernel whose vectors end up on the heap never does, by a factor of hundreds.
 */
final class StepAllocationProbe {

    private static final ThreadMXBean ALLOCATIONS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private static final int IDS = 512;
    private static final int POSITIONS = 64;
    private static final int BLOCK = 16;
    private static final int MOST_ROWS = 9;

    /** The result itself: lists, and one array a row group. */
    private static final long BYTES_PER_STEP = 512;
    /**
     * A candidate, the signals that it is made of, and a few vectors: in some orders of compilation a method at the edge of what is
     * inlined keeps some on the heap. A row of logits would be 2048.
     */
    private static final long BYTES_PER_ROW = 448;
    /** Ids and log-probabilities of the ten most probable tokens. */
    private static final long BYTES_PER_SIGNALS = 160;
    /**
     * What a step with a prompt may take more, of the same kind: 10,000 were seen once. Were all its vectors there, some 200,000 of them,
     * it would be hundreds of times as much.
     */
    private static final long BYTES_PER_PROMPT = 32_768;

    private static final int STEPS = 100;
    private static final int MOST_STRETCHES = 600;

    private static final SamplingParams NUCLEUS = new SamplingParams(0.8f, 0.9f, 0, 0f, 1f, 0f, 0f, Map.of(), 7);
    private static final SamplingParams PENALTIES =
            new SamplingParams(0.8f, 1f, 20, 0.05f, 1.1f, 0.1f, 0.1f, Map.of(5, 1f), 7);

    private StepAllocationProbe() {}

    /** @param arguments {@code small} for blocks of 32 weights, {@code super} for blocks of 256 */
    public static void main(String[] arguments) {
        if (arguments[0].equals("small")) {
            allocatesItsResultOnly(TensorFormat.Q8_0, KvType.F32);
            allocatesItsResultOnly(TensorFormat.Q4_1, KvType.F16);
            allocatesItsResultOnly(TensorFormat.F16, KvType.Q8_0);
        } else {
            RandomModel.Shape wide =
                    RandomModel.shape().hidden(256).heads(4, 2, 64).inner(256);
            allocatesItsResultOnly(
                    wide.formats(TensorFormat.Q4_K, TensorFormat.Q6_K, TensorFormat.Q5_K), "K-quants", KvType.F16);
        }
    }

    private static void allocatesItsResultOnly(TensorFormat format, KvType kvType) {
        allocatesItsResultOnly(RandomModel.shape().formats(format), format.name(), kvType);
    }

    private static void allocatesItsResultOnly(RandomModel.Shape shape, String format, KvType kvType) {
        RandomModel model = shape.vocabulary(IDS).build(8);
        CpuExecutorOptions options =
                new CpuExecutorOptions(1 << 22, BLOCK, MOST_ROWS, 64, kvType, KernelChoice.fromSystemProperty());
        try (CpuDevice device = new CpuDevice(2);
                CpuModelExecutor executor = CpuModelExecutor.create(model.config(), model, IDS, device, options)) {
            for (int rows : new int[] {1, 4, MOST_ROWS}) {
                check(executor, batch(rows, 1, SamplingParams.GREEDY, 0), format + " decode", 0, 0);
                check(executor, batch(rows, 1, NUCLEUS, 0), format + " nucleus", 0, 0);
                check(executor, batch(rows, 1, PENALTIES, 10), format + " signals", BYTES_PER_SIGNALS, 0);
                check(executor, batch(rows, 20, SamplingParams.GREEDY, 0), format + " prefill", 0, BYTES_PER_PROMPT);
            }
        }
    }

    private static void check(CpuModelExecutor executor, Batch batch, String what, long perRow, long perStep) {
        int rows = batch.rows().size();
        long bound = STEPS * (BYTES_PER_STEP + perStep + rows * (BYTES_PER_ROW + perRow));
        long least = Long.MAX_VALUE;
        for (int i = 0; i < MOST_STRETCHES && least > bound; i++) {
            long before = allocated();
            for (int step = 0; step < STEPS; step++) {
                executor.execute(batch);
            }
            least = Math.min(least, allocated() - before);
        }
        assertThat(least)
                .as("bytes allocated by %d steps: %s, %d rows", STEPS, what, rows)
                .isLessThanOrEqualTo(bound);
    }

    /** All rows have one new id but the first, which has {@code first}. */
    private static Batch batch(int rows, int first, SamplingParams sampling, int topK) {
        int[] ids = new Random(4).ints(POSITIONS, 0, IDS).toArray();
        int blocks = POSITIONS / BLOCK;
        List<BatchRow> all = new ArrayList<>();
        for (int row = 0; row < rows; row++) {
            int count = row == 0 ? first : 1;
            int start = 40 - count;
            int[] table = IntStream.range(row * blocks, (row + 1) * blocks).toArray();
            CandidateRequest wanted = new CandidateRequest(sampling, start + count, ids, 8, topK, topK > 0);
            all.add(new BatchRow(ids, start, count, start, table, wanted));
        }
        return new Batch(all);
    }

    private static long allocated() {
        return ALLOCATIONS.getTotalThreadAllocatedBytes();
    }
}
