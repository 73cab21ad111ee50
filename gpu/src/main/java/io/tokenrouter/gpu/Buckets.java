package io.tokenrouter.gpu;

import java.util.Arrays;
import java.util.List;

/**
 * Sizes to which small steps are padded, so that few graphs serve all of them. Close to each other where a step of the next size would
 * cost noticeably more.
 */
final class Buckets {

    /** Most tokens, and most rows of logits, of a small step. */
    static final int LARGEST = 64;

    private static final int[] SIZES = {1, 2, 4, 8, 16, 24, 32, 48, LARGEST};

    private Buckets() {}

    /** The smallest size that holds {@code count}, from 0 to {@link #LARGEST}; 0 for none. */
    static int of(int count) {
        if (count == 0) {
            return 0;
        }
        for (int size : SIZES) {
            if (size >= count) {
                return size;
            }
        }
        throw new IllegalArgumentException(count + " is more than the largest size, " + LARGEST);
    }

    /** The size for so many rows of logits: powers of two, because one more costs little beside the step's layers. 0 for none. */
    static int ofRows(int count) {
        return count == 0 ? 0 : Integer.highestOneBit(2 * count - 1);
    }

    /** The least power of two that is not below {@code count}: stretches of context double. */
    static int ofChunks(int count) {
        return Integer.highestOneBit(Math.max(1, 2 * count - 1));
    }

    /** Sizes up to {@code most}, as schedulers want to know them. */
    static List<Integer> upTo(int most) {
        return Arrays.stream(SIZES).filter(size -> size <= most).boxed().toList();
    }
}
