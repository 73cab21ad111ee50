package io.tokenrouter.gpu.layers;

import java.util.Arrays;
import java.util.Random;

/** Two sequences of as many positions; the first block is that of both. */
final class AttentionSequences {
    final DeviceArrays device;
    final AttentionShape shape;
    private final Random random;
    final PagedCache cache;
    final int[][] blocks = new int[2][];
    final int[] tables;
    final int maxBlocks;

    AttentionSequences(DeviceArrays device, Random random, AttentionShape shape, int positions) {
        this.device = device;
        this.random = random;
        this.shape = shape;
        int count = Math.ceilDiv(positions, shape.blockSize());
        int[] shuffled = PagedCache.shuffled(random, 2 * count);
        blocks[0] = Arrays.copyOf(shuffled, count);
        blocks[1] = Arrays.copyOfRange(shuffled, count, 2 * count);
        blocks[1][0] = blocks[0][0];
        cache = new PagedCache(2 * count, shape.kvHeads(), shape.headDim(), shape.blockSize());
        cache.fill(random, blocks[0], positions);
        cache.fill(random, blocks[1], positions);
        // beyond its blocks a table has what was there before
        maxBlocks = count + 2;
        tables = new int[2 * maxBlocks];
        Arrays.fill(tables, Integer.MAX_VALUE / 2);
        System.arraycopy(blocks[0], 0, tables, 0, count);
        System.arraycopy(blocks[1], 0, tables, maxBlocks, count);
    }

    /** The positions before one, and the blocks that have only such. */
    void forget(int row, int before) {
        for (int position = 0; position < before; position++) {
            for (int kind = 0; kind < 2; kind++) {
                for (int head = 0; head < shape.kvHeads(); head++) {
                    cache.remove(cache.at(blocks[row], position, kind, head));
                }
            }
        }
        int gone = before / shape.blockSize();
        Arrays.fill(tables, row * maxBlocks, row * maxBlocks + gone, Integer.MAX_VALUE / 2);
    }

    AttentionStep step(int[] positions, int[] rows) {
        int width = (shape.heads() + 2 * shape.kvHeads()) * shape.headDim();
        return new AttentionStep(this, positions, rows, DeviceArrays.random(random, positions.length * width));
    }
}
