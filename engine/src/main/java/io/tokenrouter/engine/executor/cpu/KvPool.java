package io.tokenrouter.engine.executor.cpu;

import io.tokenrouter.engine.model.ModelConfig;

/**
 * Keys and values of all blocks, float32, two arrays a layer. In a block each key/value head has its own stretch of
 * {@code headDim * blockSize} floats: keys dimension by dimension (so that scores run over positions), values position by
 * position.
 */
final class KvPool {

    private final float[][] keys;
    private final float[][] values;
    private final int blockSize;
    private final int blockCount;
    private final int kvHeads;
    private final int headDim;

    KvPool(ModelConfig config, int blockSize, int blockCount) {
        this.blockSize = blockSize;
        this.blockCount = blockCount;
        this.kvHeads = config.kvHeads();
        this.headDim = config.headDim();
        int floats = Math.toIntExact(Math.multiplyExact((long) blockCount, floatsPerLayer(config, blockSize)));
        keys = new float[config.layers()][floats];
        values = new float[config.layers()][floats];
    }

    /**
     * How many blocks a budget allows, at most what one Java array holds.
     *
     * @throws IllegalArgumentException if it does not allow one
     */
    static int blocksWithin(long bytes, ModelConfig config, int blockSize) {
        long perLayer = floatsPerLayer(config, blockSize);
        long perBlock = Math.multiplyExact(perLayer, Math.multiplyExact(2L * Float.BYTES, config.layers()));
        long blocks = Math.min(bytes / perBlock, (Integer.MAX_VALUE - 8) / perLayer);
        if (blocks < 1) {
            throw new IllegalArgumentException(
                    "a KV cache of " + bytes + " bytes holds no block; one takes " + perBlock + " bytes");
        }
        return (int) blocks;
    }

    private static long floatsPerLayer(ModelConfig config, int blockSize) {
        return Math.multiplyExact((long) config.kvHeads() * config.headDim(), (long) blockSize);
    }

    int blockSize() {
        return blockSize;
    }

    int blockCount() {
        return blockCount;
    }

    float[] keys(int layer) {
        return keys[layer];
    }

    float[] values(int layer) {
        return values[layer];
    }

    /** Where a head's stretch of a block starts in both arrays. */
    int offset(int block, int kvHead) {
        return (block * kvHeads + kvHead) * headDim * blockSize;
    }

    /** Stores the key and the value of one head at one position of a block. */
    void put(int layer, int block, int slot, int kvHead, float[] source, int keyAt, int valueAt) {
        int to = offset(block, kvHead);
        float[] layerKeys = keys[layer];
        for (int d = 0; d < headDim; d++) {
            layerKeys[to + d * blockSize + slot] = source[keyAt + d];
        }
        System.arraycopy(source, valueAt, values[layer], to + slot * headDim, headDim);
    }
}
