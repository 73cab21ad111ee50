package io.tokenrouter.gpu.layers;

import java.util.Arrays;
import java.util.Random;

/** The cache of one layer on the host. What was never put there is no number, so that a kernel that reads it is found out. */
final class PagedCache {

    static final short POISON = 0x7fff;

    final int kvHeads;
    final int headDim;
    final int blockSize;
    final short[] numbers;

    PagedCache(int blocks, int kvHeads, int headDim, int blockSize) {
        this.kvHeads = kvHeads;
        this.headDim = headDim;
        this.blockSize = blockSize;
        numbers = new short[blocks * 2 * kvHeads * blockSize * headDim];
        Arrays.fill(numbers, POISON);
    }

    /** Where the key of a position is, or with {@code kind} 1 its value. */
    int at(int[] blocks, int position, int kind, int kvHead) {
        int stretch = (blocks[position / blockSize] * 2 + kind) * kvHeads + kvHead;
        return (stretch * blockSize + position % blockSize) * headDim;
    }

    void put(int at, float[] values) {
        for (int i = 0; i < headDim; i++) {
            numbers[at + i] = Float.floatToFloat16(Math.clamp(values[i], -65504f, 65504f));
        }
    }

    void remove(int at) {
        Arrays.fill(numbers, at, at + headDim, POISON);
    }

    float get(int at) {
        return Float.float16ToFloat(numbers[at]);
    }

    /** Random keys and values for the positions that have none yet. */
    void fill(Random random, int[] blocks, int positions) {
        for (int position = 0; position < positions; position++) {
            for (int kind = 0; kind < 2; kind++) {
                for (int head = 0; head < kvHeads; head++) {
                    int at = at(blocks, position, kind, head);
                    if (numbers[at] == POISON) {
                        put(at, DeviceArrays.random(random, headDim));
                    }
                }
            }
        }
    }

    /** Blocks in no order. */
    static int[] shuffled(Random random, int blocks) {
        int[] order = new int[blocks];
        for (int i = 0; i < blocks; i++) {
            int j = random.nextInt(i + 1);
            order[i] = order[j];
            order[j] = i;
        }
        return order;
    }
}
