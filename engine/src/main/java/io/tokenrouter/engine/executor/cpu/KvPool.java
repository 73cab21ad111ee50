package io.tokenrouter.engine.executor.cpu;

import io.tokenrouter.engine.model.ModelConfig;
import io.tokenrouter.engine.tensor.Kernels;

/**
 * Keys and values of all blocks. In a block each key/value head has its own stretch of {@code headDim * blockSize} numbers: keys
 * dimension by dimension (so that scores run over positions), values position by position. They are written once and read as floats,
 * which are the same whoever reads.
 */
abstract class KvPool {

    final int blockSize;
    final int headDim;
    private final int blockCount;
    private final int kvHeads;

    KvPool(ModelConfig config, int blockSize, int blockCount) {
        this.blockSize = blockSize;
        this.blockCount = blockCount;
        this.kvHeads = config.kvHeads();
        this.headDim = config.headDim();
    }

    static KvPool allocate(KvType type, Kernels kernels, ModelConfig config, int blockSize, int blockCount) {
        return switch (type) {
            case F32 -> new FloatKvPool(config, blockSize, blockCount);
            case F16 -> new HalfKvPool(config, blockSize, blockCount);
            case Q8_0 -> new ByteKvPool(kernels, config, blockSize, blockCount);
        };
    }

    /**
     * How many blocks a budget allows, at most what one Java array holds of a layer.
     *
     * @throws IllegalArgumentException if it does not allow one
     */
    static int blocksWithin(long bytes, ModelConfig config, int blockSize, KvType type) {
        long perBlock = bytesPerBlock(config, blockSize, type);
        long blocks = Math.min(bytes / perBlock, (Integer.MAX_VALUE - 8) / numbersPerLayer(config, blockSize));
        if (blocks < 1) {
            throw new IllegalArgumentException(
                    "a KV cache of " + bytes + " bytes holds no block; one takes " + perBlock + " bytes");
        }
        return (int) blocks;
    }

    /** Of all layers. */
    static long bytesPerBlock(ModelConfig config, int blockSize, KvType type) {
        long perPosition = Math.multiplyExact(type.bytes(config.headDim()), 2L * config.layers() * config.kvHeads());
        return Math.multiplyExact(perPosition, blockSize);
    }

    private static long numbersPerLayer(ModelConfig config, int blockSize) {
        return Math.multiplyExact((long) config.kvHeads() * config.headDim(), (long) blockSize);
    }

    /** Numbers in the keys, or the values, of one layer. */
    final int numbers() {
        return Math.toIntExact((long) blockCount * kvHeads * stretch());
    }

    /** Numbers of one head in one block. */
    final int stretch() {
        return headDim * blockSize;
    }

    final int blockSize() {
        return blockSize;
    }

    /** Where a head's stretch of a block starts, in numbers. */
    final int offset(int block, int kvHead) {
        return (block * kvHeads + kvHead) * stretch();
    }

    /** Stores the key and the value of one head at one position of a block. */
    abstract void put(int layer, int block, int slot, int kvHead, float[] source, int keyAt, int valueAt);

    /**
     * The keys of a stretch as floats.
     *
     * @param scratch of {@link KvType#scratchFloats} floats
     * @param offset of the stretch
     * @return {@code scratch} or an array of the pool, where they start at {@link #start}
     */
    abstract float[] keys(int layer, int offset, float[] scratch);

    /** The values of a stretch likewise. */
    abstract float[] values(int layer, int offset, float[] scratch);

    /** Where a stretch starts in what {@link #keys} and {@link #values} return. */
    abstract int start(int offset);
}
