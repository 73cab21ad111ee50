package io.tokenrouter.engine.executor.cpu;

import io.tokenrouter.engine.executor.ExecutorMemory;
import io.tokenrouter.engine.executor.ExecutorSpec;
import io.tokenrouter.engine.model.ModelConfig;
import io.tokenrouter.engine.model.RopeConfig;

/**
 * What a {@link CpuModelExecutor} takes, known from the shape of its model before anything is allocated. Bytes. The weights stay
 * in their file and are paged in; the rest lies on the Java heap.
 *
 * @param weights size of the mapped file
 * @param keysAndValues the KV cache
 * @param workspace buffers of a step, the table of rotations, vectors among the weights
 */
public record CpuMemory(long weights, long keysAndValues, long workspace) implements ExecutorMemory {

    /** The sampler and the analyser of each worker keep a row of logits in several forms. */
    private static final int LOGIT_FORMS_PER_WORKER = 4;

    /** Norms before and after both branches; those of heads are no wider than one more. */
    private static final int VECTORS_PER_LAYER = 5;

    /**
     * @param fileBytes size of the model's file
     * @param threads of the device
     * @throws IllegalArgumentException if the options leave no room for a KV block
     */
    public static CpuMemory of(ModelConfig config, long fileBytes, int threads, CpuExecutorOptions options) {
        int blocks = KvPool.blocksWithin(options.kvBytes(), config, options.blockSize(), options.kvType());
        return new CpuMemory(
                fileBytes,
                blocks * KvPool.bytesPerBlock(config, options.blockSize(), options.kvType()),
                workspace(config, threads, options, blocks));
    }

    /** Bytes of keys and values of one position, over all layers. */
    public static long kvBytesPerToken(ModelConfig config, KvType type) {
        return KvPool.bytesPerBlock(config, 1, type);
    }

    @Override
    public long heap() {
        return keysAndValues + workspace;
    }

    private static long workspace(ModelConfig config, int threads, CpuExecutorOptions options, int blocks) {
        long hidden = config.hiddenSize();
        long attention = (long) config.heads() * config.headDim();
        long queriesKeysValues = attention + 2L * config.kvHeads() * config.headDim();
        long perToken = 3 * hidden + queriesKeysValues + attention + 2L * config.feedForwardSize();
        long context = Math.min(config.contextLength(), (long) blocks * options.blockSize());
        ExecutorSpec spec = new ExecutorSpec(
                config.vocabularySize(),
                (int) context,
                options.blockSize(),
                blocks,
                options.maxRows(),
                options.maxStepTokens());
        long scratch = Scratch.floats(
                config,
                options.kernels().kernels(),
                Attention.chunk(spec),
                options.kvType().scratchFloats(config.headDim(), options.blockSize()));
        long rotated = config.attention().ropes().stream()
                .mapToLong(RopeConfig::dimensions)
                .sum();
        long floats = perToken * options.maxStepTokens()
                + Decoder.LOGIT_ROWS * (2 * hidden + config.vocabularySize())
                + context * rotated
                + threads * (scratch + (long) LOGIT_FORMS_PER_WORKER * config.vocabularySize())
                + (long) VECTORS_PER_LAYER * config.layers() * hidden;
        return floats * Float.BYTES;
    }
}
