package io.tokenrouter.gpu;

import io.tokenrouter.engine.executor.ExecutorOptions;
import io.tokenrouter.engine.executor.ExecutorSpec;
import io.tokenrouter.engine.model.ModelConfig;
import java.util.List;

/**
 * Widths of rows, and sizes of the KV cache, that follow from a model's config. Floats where nothing else is said.
 */
record ModelShape(ModelConfig config) {

    /** Keys and values are of half precision. */
    static final int KV_NUMBER_BYTES = 2;

    int hidden() {
        return config.hiddenSize();
    }

    /** Queries of all heads. */
    int queries() {
        return config.heads() * config.headDim();
    }

    /** Keys, or values, of all heads. */
    int keys() {
        return config.kvHeads() * config.headDim();
    }

    /** Queries, keys and values of a token, side by side. */
    int queriesKeysValues() {
        return queries() + 2 * keys();
    }

    int inner() {
        return config.feedForwardSize();
    }

    /** Bytes of a KV block in one layer. */
    long layerBlockBytes(int blockSize) {
        return Math.multiplyExact(2L * KV_NUMBER_BYTES * keys(), (long) blockSize);
    }

    /** Bytes of a KV block in all layers. */
    long blockBytes(int blockSize) {
        return Math.multiplyExact(layerBlockBytes(blockSize), (long) config.layers());
    }

    /**
     * The limits of an executor.
     *
     * @throws IllegalArgumentException if the options leave no room for a KV block
     */
    ExecutorSpec spec(ExecutorOptions options, int vocabularySize, List<Integer> stepSizes) {
        long perBlock = blockBytes(options.blockSize());
        // ids of blocks are ints, and so are the positions of all of them together
        int blocks = (int) Math.min(options.kvBytes() / perBlock, Integer.MAX_VALUE / options.blockSize());
        if (blocks < 1) {
            throw new IllegalArgumentException("a KV cache of " + options.kvBytes()
                    + " bytes holds no block; one takes " + perBlock + " bytes; give more with --kv-memory");
        }
        return new ExecutorSpec(
                vocabularySize,
                (int) Math.min(config.contextLength(), (long) blocks * options.blockSize()),
                options.blockSize(),
                blocks,
                options.maxRows(),
                options.maxStepTokens(),
                stepSizes);
    }
}
