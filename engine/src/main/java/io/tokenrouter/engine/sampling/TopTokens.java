package io.tokenrouter.engine.sampling;

import java.util.Arrays;

/**
 * The k best ids of a row, best first: larger value first, smaller id first among equals. A bounded heap: one pass over
 * the row, most elements cost one comparison. Keeps its scratch between calls; for one thread.
 */
final class TopTokens {

    private long[] keys = new long[0];
    private int size;

    /** Selects the best {@code min(k, length)} of {@code row[offset .. offset + length)}, none of them NaN. */
    void select(float[] row, int offset, int length, int k) {
        size = Math.min(k, length);
        if (size == 0) {
            return;
        }
        if (keys.length < size) {
            keys = new long[size];
        }
        for (int id = 0; id < size; id++) {
            keys[id] = key(row[offset + id], id);
        }
        for (int parent = size / 2 - 1; parent >= 0; parent--) {
            siftDown(parent);
        }
        float worst = row[offset + idOf(keys[0])];
        for (int id = size; id < length; id++) {
            // Ids come in ascending order, so an equal value never displaces an earlier one.
            if (row[offset + id] > worst) {
                keys[0] = key(row[offset + id], id);
                siftDown(0);
                worst = row[offset + idOf(keys[0])];
            }
        }
        Arrays.sort(keys, 0, size);
    }

    int size() {
        return size;
    }

    /** @param rank 0 for the best */
    int id(int rank) {
        return idOf(keys[size - 1 - rank]);
    }

    /** Orders like (value ascending, id descending). Adding zero makes the two zeros equal. */
    static long key(float value, int id) {
        int bits = Float.floatToIntBits(value + 0f);
        int ordered = bits ^ ((bits >> 31) & Integer.MAX_VALUE);
        return ((long) ordered << 32) | (~id & 0xFFFFFFFFL);
    }

    static int idOf(long key) {
        return ~(int) key;
    }

    private void siftDown(int start) {
        long moved = keys[start];
        int parent = start;
        while (true) {
            int child = 2 * parent + 1;
            if (child >= size) {
                break;
            }
            if (child + 1 < size && keys[child + 1] < keys[child]) {
                child++;
            }
            if (keys[child] >= moved) {
                break;
            }
            keys[parent] = keys[child];
            parent = child;
        }
        keys[parent] = moved;
    }
}
