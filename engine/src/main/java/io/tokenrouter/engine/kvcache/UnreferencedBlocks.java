package io.tokenrouter.engine.kvcache;

/** Blocks in the order in which they lost their last reference: a doubly linked list over arrays, all steps O(1). */
final class UnreferencedBlocks {

    private static final int NIL = -1;

    private final int[] before;
    private final int[] after;
    private int oldest = NIL;
    private int newest = NIL;
    private int size;

    UnreferencedBlocks(int total) {
        before = new int[total];
        after = new int[total];
    }

    int size() {
        return size;
    }

    void add(int block) {
        before[block] = newest;
        after[block] = NIL;
        if (newest == NIL) {
            oldest = block;
        } else {
            after[newest] = block;
        }
        newest = block;
        size++;
    }

    void remove(int block) {
        int left = before[block];
        int right = after[block];
        if (left == NIL) {
            oldest = right;
        } else {
            after[left] = right;
        }
        if (right == NIL) {
            newest = left;
        } else {
            before[right] = left;
        }
        size--;
    }

    int removeOldest() {
        int block = oldest;
        remove(block);
        return block;
    }
}
