package io.tokenrouter.engine.executor.cpu;

import io.tokenrouter.engine.model.ModelConfig;
import io.tokenrouter.engine.tensor.Halves;
import io.tokenrouter.engine.tensor.Kernels;

/**
 * Bytes with a factor for each group of a head's dimensions at one position: a good quarter of float32. Scratch memory holds the numbers
 * of a stretch, and behind them its factors.
 */
final class ByteKvPool extends KvPool {

    private static final int LARGEST = 127;
    private static final float LARGEST_FACTOR = 65_504;

    private final Kernels kernels;
    private final int groups;
    private final byte[][] keys;
    private final byte[][] values;
    /** For each stretch group by group, in a group position by position. */
    private final short[][] keyFactors;

    private final short[][] valueFactors;

    ByteKvPool(Kernels kernels, ModelConfig config, int blockSize, int blockCount) {
        super(config, blockSize, blockCount);
        this.kernels = kernels;
        groups = KvType.groups(headDim);
        int factors = numbers() / headDim * groups;
        keys = new byte[config.layers()][numbers()];
        values = new byte[config.layers()][numbers()];
        keyFactors = new short[config.layers()][factors];
        valueFactors = new short[config.layers()][factors];
    }

    @Override
    void put(int layer, int block, int slot, int kvHead, float[] source, int keyAt, int valueAt) {
        int to = offset(block, kvHead);
        int factors = to / headDim * groups;
        for (int g = 0; g < groups; g++) {
            int from = g * KvType.GROUP;
            int count = Math.min(KvType.GROUP, headDim - from);
            int factor = factors + g * blockSize + slot;
            keyFactors[layer][factor] =
                    encode(source, keyAt + from, count, keys[layer], to + from * blockSize + slot, blockSize);
            valueFactors[layer][factor] =
                    encode(source, valueAt + from, count, values[layer], to + slot * headDim + from, 1);
        }
    }

    /** Returns the factor. */
    private static short encode(float[] source, int from, int count, byte[] into, int at, int step) {
        float largest = 0;
        for (int i = from; i < from + count; i++) {
            largest = Math.max(largest, Math.abs(source[i]));
        }
        short stored = Float.floatToFloat16(Math.min(largest / LARGEST, LARGEST_FACTOR));
        float factor = Float.float16ToFloat(stored);
        for (int i = 0; i < count; i++) {
            int code = factor == 0 ? 0 : Math.round(source[from + i] / factor);
            into[at + i * step] = (byte) Math.clamp(code, -LARGEST, LARGEST);
        }
        return stored;
    }

    @Override
    float[] keys(int layer, int offset, float[] scratch) {
        decodeFactors(keyFactors[layer], offset, scratch);
        for (int g = 0; g < groups; g++) {
            int from = g * KvType.GROUP * blockSize;
            int rows = Math.min(KvType.GROUP, headDim - g * KvType.GROUP);
            int factors = stretch() + g * blockSize;
            kernels.scaleColumns(keys[layer], offset + from, rows, blockSize, scratch, factors, scratch, from);
        }
        return scratch;
    }

    @Override
    float[] values(int layer, int offset, float[] scratch) {
        decodeFactors(valueFactors[layer], offset, scratch);
        for (int g = 0; g < groups; g++) {
            int from = g * KvType.GROUP;
            int columns = Math.min(KvType.GROUP, headDim - from);
            int factors = stretch() + g * blockSize;
            kernels.scaleRows(
                    values[layer], offset + from, blockSize, columns, headDim, scratch, factors, scratch, from);
        }
        return scratch;
    }

    private void decodeFactors(short[] factors, int offset, float[] scratch) {
        Halves.decode(factors, offset / headDim * groups, scratch, stretch(), groups * blockSize);
    }

    @Override
    int start(int offset) {
        return 0;
    }
}
