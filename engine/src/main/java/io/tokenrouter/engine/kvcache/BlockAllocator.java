package io.tokenrouter.engine.kvcache;

import java.util.function.IntConsumer;

/**
 * Who uses which block of one model's KV pool. Every block is in one of three states: free (content worthless), referenced
 * (by one or more sequences), or cached (by nobody, but its content may serve a sequence to come). Cached blocks are free to
 * take: when no free block is left, the one that was unreferenced longest is given out.
 *
 * <p>Confined to one thread.
 */
public final class BlockAllocator {

    /** Returned by {@link #allocate()} when every block is referenced. */
    public static final int NONE = -1;

    private final int[] free;
    private final int[] references;
    private final boolean[] kept;
    private final UnreferencedBlocks cached;
    private int freeCount;
    private IntConsumer onReclaim = block -> {};

    /**
     * @param total blocks of the pool, at least 1
     */
    public BlockAllocator(int total) {
        if (total < 1) {
            throw new IllegalArgumentException("a pool needs at least one block, not " + total);
        }
        free = new int[total];
        references = new int[total];
        kept = new boolean[total];
        cached = new UnreferencedBlocks(total);
        for (int i = 0; i < total; i++) {
            free[i] = total - 1 - i;
        }
        freeCount = total;
    }

    /** Called with each cached block that is given out again, before it is. */
    void onReclaim(IntConsumer listener) {
        onReclaim = listener;
    }

    /**
     * A block with one reference and worthless content.
     *
     * @return {@link #NONE} if every block is referenced
     */
    public int allocate() {
        int block;
        if (freeCount > 0) {
            block = free[--freeCount];
        } else if (cached.size() > 0) {
            block = cached.removeOldest();
            onReclaim.accept(block);
            kept[block] = false;
        } else {
            return NONE;
        }
        references[block] = 1;
        return block;
    }

    /** Adds a reference to a block that is referenced or cached. */
    public void retain(int block) {
        if (references[block] == 0) {
            if (!kept[block]) {
                throw new IllegalStateException("block " + block + " is free");
            }
            cached.remove(block);
        }
        references[block]++;
    }

    /** Takes back one reference. */
    public void release(int block) {
        if (references[block] == 0) {
            throw new IllegalStateException("block " + block + " is not referenced");
        }
        if (--references[block] > 0) {
            return;
        }
        if (kept[block]) {
            cached.add(block);
        } else {
            free[freeCount++] = block;
        }
    }

    /** From now on a referenced block is cached, not free, once its last reference is gone. */
    public void keep(int block) {
        if (references[block] == 0) {
            throw new IllegalStateException("block " + block + " is not referenced");
        }
        kept[block] = true;
    }

    /** True where {@link #keep} holds. */
    public boolean isKept(int block) {
        return kept[block];
    }

    /** References to a block. */
    int references(int block) {
        return references[block];
    }

    /** Blocks that {@link #allocate()} can give out. */
    public int available() {
        return freeCount + cached.size();
    }

    public int free() {
        return freeCount;
    }

    public int cached() {
        return cached.size();
    }

    public int total() {
        return free.length;
    }
}
