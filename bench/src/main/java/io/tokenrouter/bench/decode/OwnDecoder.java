package io.tokenrouter.bench.decode;

import com.sun.management.ThreadMXBean;
import io.tokenrouter.engine.api.SamplingParams;
import io.tokenrouter.engine.executor.Batch;
import io.tokenrouter.engine.executor.BatchResult;
import io.tokenrouter.engine.executor.BatchRow;
import io.tokenrouter.engine.executor.CandidateRequest;
import io.tokenrouter.engine.executor.cpu.CpuDevice;
import io.tokenrouter.engine.executor.cpu.CpuExecutorOptions;
import io.tokenrouter.engine.executor.cpu.CpuMemory;
import io.tokenrouter.engine.executor.cpu.CpuModelExecutor;
import io.tokenrouter.engine.model.ModelConfig;
import io.tokenrouter.engine.model.ModelFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/** Our CPU executor, driven step by step without the routing runtime. */
final class OwnDecoder implements BatchDecoder {

    private static final int BLOCK = 16;
    private static final ThreadMXBean ALLOCATIONS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private final ModelFiles file;
    private final Memory memory;
    private final CpuDevice device;
    private final CpuModelExecutor executor;
    private final int blocksPerSequence;
    private long leastAllocated;

    /**
     * @param sequences most sequences at once
     * @param positions most positions of one sequence
     */
    OwnDecoder(Path path, int threads, int sequences, int positions) {
        try {
            file = ModelFiles.open(path);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        ModelConfig config = file.config();
        blocksPerSequence = Math.ceilDiv(positions, BLOCK);
        long perPosition = CpuMemory.kvBytesPerToken(config, CpuExecutorOptions.DEFAULTS.kvType());
        CpuExecutorOptions options = CpuExecutorOptions.DEFAULTS
                .withBlockSize(BLOCK)
                .withKvBytes(perPosition * BLOCK * blocksPerSequence * sequences);
        CpuMemory needed = CpuMemory.of(config, file.bytes(), threads, options);
        long tokens = (long) blocksPerSequence * BLOCK * sequences;
        memory = new Memory(needed.weights(), needed.keysAndValues() * 1000 / tokens, needed.workspace());
        device = new CpuDevice(threads);
        executor = CpuModelExecutor.create(config, file, config.vocabularySize(), device, options);
    }

    /**
     * What it takes. The weights stay in their file and are paged in, the rest lies on the Java heap.
     *
     * @param workspaceBytes buffers of a step of the most rows
     */
    record Memory(long weightBytes, long kvBytesOfThousandTokens, long workspaceBytes) {}

    Memory memory() {
        return memory;
    }

    /** Rows of the embedding. */
    int ids() {
        return executor.spec().vocabularySize();
    }

    @Override
    public double decode(List<Prompt> prompts, int newTokens) {
        int sequences = prompts.size();
        int[][] ids = new int[sequences][];
        int length = prompts.getFirst().ids().length;
        for (int s = 0; s < sequences; s++) {
            ids[s] = Arrays.copyOf(prompts.get(s).ids(), length + newTokens);
            ids[s][length] = extend(ids[s], 0, length, s);
        }
        leastAllocated = Long.MAX_VALUE;
        long start = System.nanoTime();
        for (int at = length; at < length + newTokens - 1; at++) {
            List<BatchRow> rows = new ArrayList<>(sequences);
            for (int s = 0; s < sequences; s++) {
                rows.add(row(ids[s], at, 1, s));
            }
            Batch batch = new Batch(rows);
            long allocated = ALLOCATIONS.getTotalThreadAllocatedBytes();
            BatchResult result = executor.execute(batch);
            leastAllocated = Math.min(leastAllocated, ALLOCATIONS.getTotalThreadAllocatedBytes() - allocated);
            for (int s = 0; s < sequences; s++) {
                ids[s][at + 1] = token(result, s);
            }
        }
        return (double) sequences * (newTokens - 1) * 1e9 / (System.nanoTime() - start);
    }

    /** Least bytes of the Java heap that a step of the last {@link #decode} took, on all threads together. */
    long allocatedBytesPerStep() {
        return leastAllocated;
    }

    @Override
    public double prefill(Prompt prompt) {
        long start = System.nanoTime();
        extend(prompt.ids(), 0, prompt.ids().length, 0);
        return prompt.ids().length * 1e9 / (System.nanoTime() - start);
    }

    /** Feeds a part of a sequence in as few steps as the executor allows; the token after it. */
    private int extend(int[] ids, int from, int count, int sequence) {
        int step = Math.min(count, executor.spec().maxStepTokens());
        int token = token(executor.execute(new Batch(List.of(row(ids, from, step, sequence)))), 0);
        return step == count ? token : extend(ids, from + step, count - step, sequence);
    }

    private BatchRow row(int[] ids, int from, int count, int sequence) {
        int[] blocks = new int[blocksPerSequence];
        Arrays.setAll(blocks, i -> sequence * blocksPerSequence + i);
        CandidateRequest greedy = new CandidateRequest(SamplingParams.GREEDY, from + count, ids, 0, 0, false);
        return new BatchRow(ids, from, count, from, blocks, greedy);
    }

    private static int token(BatchResult result, int row) {
        return Objects.requireNonNull(result.candidates().get(row)).token();
    }

    @Override
    public void close() {
        executor.close();
        device.close();
        file.close();
    }
}
