package io.tokenrouter.engine.executor.cpu;

import io.tokenrouter.engine.model.ModelConfig;

/** Float32: read where they lie. */
final class FloatKvPool extends KvPool {

    private final float[][] keys;
    private final float[][] values;

    FloatKvPool(ModelConfig config, int blockSize, int blockCount) {
        super(config, blockSize, blockCount);
        keys = new float[config.layers()][numbers()];
        values = new float[config.layers()][numbers()];
    }

    @Override
    void put(int layer, int block, int slot, int kvHead, float[] source, int keyAt, int valueAt) {
        int to = offset(block, kvHead);
        float[] layerKeys = keys[layer];
        for (int d = 0; d < headDim; d++) {
            layerKeys[to + d * blockSize + slot] = source[keyAt + d];
        }
        System.arraycopy(source, valueAt, values[layer], to + slot * headDim, headDim);
    }

    @Override
    float[] keys(int layer, int offset, float[] scratch) {
        return keys[layer];
    }

    @Override
    float[] values(int layer, int offset, float[] scratch) {
        return values[layer];
    }

    @Override
    int start(int offset) {
        return offset;
    }
}
