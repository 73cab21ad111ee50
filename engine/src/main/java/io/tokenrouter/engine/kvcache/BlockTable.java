package io.tokenrouter.engine.kvcache;

import java.util.Arrays;

/** The physical blocks of one sequence, in its order. Holds one reference to each. */
final class BlockTable {

    private final BlockAllocator allocator;
    private int[] blocks = new int[8];
    private int size;

    BlockTable(BlockAllocator allocator) {
        this.allocator = allocator;
    }

    int size() {
        return size;
    }

    int get(int index) {
        return blocks[index];
    }

    /** The table itself, longer than {@link #size()}; replaced, not moved, when it grows. */
    int[] array() {
        return blocks;
    }

    /**
     * Takes new blocks until the table has {@code wanted}: all of them or none.
     *
     * @return false if the pool has too few
     */
    boolean grow(int wanted) {
        if (wanted - size > allocator.available()) {
            return false;
        }
        while (size < wanted) {
            append(allocator.allocate());
        }
        return true;
    }

    /** Appends a block that already has content, with a reference of its own. */
    void share(int block) {
        allocator.retain(block);
        append(block);
    }

    /** Puts a block with the same content in the place of another. */
    void replace(int index, int block) {
        allocator.retain(block);
        allocator.release(blocks[index]);
        blocks[index] = block;
    }

    /**
     * Gives up all blocks from {@code newSize} on, the last one first: of a chain of cached blocks the end is reclaimed
     * before the start, without which it could not be found.
     */
    void truncate(int newSize) {
        while (size > newSize) {
            allocator.release(blocks[--size]);
        }
    }

    private void append(int block) {
        if (size == blocks.length) {
            blocks = Arrays.copyOf(blocks, size * 2);
        }
        blocks[size++] = block;
    }
}
