package io.tokenrouter.engine.executor.cpu;

import io.tokenrouter.engine.model.ModelConfig;
import io.tokenrouter.engine.tensor.Halves;

/** Half precision: half the memory, and half of what a step has to read. */
final class HalfKvPool extends KvPool {

    /** An infinity would make the whole row of logits NaN. */
    private static final float LARGEST = 65_504;

    private final short[][] keys;
    private final short[][] values;

    HalfKvPool(ModelConfig config, int blockSize, int blockCount) {
        super(config, blockSize, blockCount);
        keys = new short[config.layers()][numbers()];
        values = new short[config.layers()][numbers()];
    }

    @Override
    void put(int layer, int block, int slot, int kvHead, float[] source, int keyAt, int valueAt) {
        int to = offset(block, kvHead);
        short[] layerKeys = keys[layer];
        short[] layerValues = values[layer];
        for (int d = 0; d < headDim; d++) {
            layerKeys[to + d * blockSize + slot] = half(source[keyAt + d]);
            layerValues[to + slot * headDim + d] = half(source[valueAt + d]);
        }
    }

    private static short half(float value) {
        return Float.floatToFloat16(Math.clamp(value, -LARGEST, LARGEST));
    }

    @Override
    float[] keys(int layer, int offset, float[] scratch) {
        Halves.decode(keys[layer], offset, scratch, 0, stretch());
        return scratch;
    }

    @Override
    float[] values(int layer, int offset, float[] scratch) {
        Halves.decode(values[layer], offset, scratch, 0, stretch());
        return scratch;
    }

    @Override
    int start(int offset) {
        return 0;
    }
}
