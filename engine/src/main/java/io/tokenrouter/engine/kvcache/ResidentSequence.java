package io.tokenrouter.engine.kvcache;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What one generation has resident on one model: the ids whose keys and values are in blocks, and the blocks. Rejection,
 * replacement, another view and eviction are all the same operation here: keep the longest common prefix with what the model
 * is to see next, give up the rest.
 *
 * <p>A step is {@link #keepPrefixOf}, {@link #adoptCached}, {@link #reserve}, the executor's work, {@link #advance},
 * {@link #publish}. Confined to the thread of its allocator.
 */
public final class ResidentSequence {

    private final BlockTable table;
    private final BlockAllocator allocator;
    private final @Nullable PrefixCache cache;
    private final int blockSize;
    private int[] ids = new int[16];
    private int length;
    private int published;

    /**
     * @param cache shared prefixes; null to share none
     * @param blockSize positions of one block
     */
    public ResidentSequence(BlockAllocator allocator, @Nullable PrefixCache cache, int blockSize) {
        this.allocator = allocator;
        this.table = new BlockTable(allocator);
        this.cache = cache;
        this.blockSize = blockSize;
    }

    /** Resident ids; the position of the next one. */
    public int length() {
        return length;
    }

    /** Blocks held. */
    public int blockCount() {
        return table.size();
    }

    /** Physical blocks in the order of the sequence; longer than needed, and valid until the next change. */
    public int[] blocks() {
        return table.array();
    }

    /**
     * Keeps the longest common prefix with {@code view[0 .. viewLength)}, but never the view's last id, which has to run so
     * that there is a row to sample from. A block that others may share is not written into: if the cut falls inside one, it
     * is given up back to its start.
     *
     * @return resident ids afterwards
     */
    public int keepPrefixOf(int[] view, int viewLength) {
        int shared = Math.min(length, viewLength - 1);
        int mismatch = Arrays.mismatch(ids, 0, shared, view, 0, shared);
        truncate(mismatch < 0 ? shared : mismatch);
        return length;
    }

    /**
     * Takes over blocks of the prefix cache that continue the resident ids as the view does. The view's last id is left to
     * run.
     *
     * @return ids taken over
     */
    public int adoptCached(int[] view, int viewLength) {
        if (cache == null || length % blockSize != 0) {
            return 0;
        }
        int before = length;
        table.truncate(length / blockSize);
        while (length + blockSize < viewLength && published == length / blockSize) {
            int block = cache.find(lastEntry(), view, length);
            if (block == BlockAllocator.NONE) {
                break;
            }
            table.share(block);
            append(view, blockSize);
            published++;
        }
        return length - before;
    }

    /** The resident id at a position below {@link #length()}. */
    public int id(int position) {
        return ids[position];
    }

    /** Leading ids that the resident ones have in common with {@code view[0 .. viewLength)}. */
    public int commonPrefix(int[] view, int viewLength) {
        int shared = Math.min(length, viewLength);
        int mismatch = Arrays.mismatch(ids, 0, shared, view, 0, shared);
        return mismatch < 0 ? shared : mismatch;
    }

    /** The resident ids, followed by one that is not resident yet; longer than needed, and valid until the next change. */
    public int[] followedBy(int id) {
        reserveIds(length + 1);
        ids[length] = id;
        return ids;
    }

    /** Blocks that {@link #reserve} would take. */
    public int missingBlocks(int positions) {
        return Math.max(0, Math.ceilDiv(positions, blockSize) - table.size());
    }

    /**
     * Takes blocks so that {@code positions} ids fit: all that are missing, or none.
     *
     * @return false if the pool has too few
     */
    public boolean reserve(int positions) {
        return table.grow(Math.ceilDiv(positions, blockSize));
    }

    /** A step wrote the keys and values of the next {@code count} ids of the view. */
    public void advance(int[] view, int count) {
        if (length + count > table.size() * blockSize) {
            throw new IllegalStateException("no blocks for " + count + " ids after " + length);
        }
        append(view, count);
    }

    /**
     * Offers full blocks to the prefix cache.
     *
     * @param settled leading ids that cannot be taken back; blocks beyond stay private
     */
    public void publish(int settled) {
        if (cache == null) {
            return;
        }
        int full = Math.min(length, settled) / blockSize;
        while (published < full) {
            int from = published * blockSize;
            long before = lastEntry();
            int known = cache.find(before, ids, from);
            if (known == BlockAllocator.NONE) {
                cache.register(table.get(published), before, ids, from);
            } else if (known != table.get(published)) {
                table.replace(published, known);
            }
            if (!cache.knows(table.get(published))) {
                return;
            }
            published++;
        }
    }

    /** Gives up everything. */
    public void release() {
        table.truncate(0);
        length = 0;
        published = 0;
    }

    private void truncate(int keep) {
        int end = keep;
        int block = keep / blockSize;
        if (keep % blockSize != 0 && block < table.size() && allocator.isKept(table.get(block))) {
            end = block * blockSize;
        }
        if (end < length) {
            length = end;
            published = Math.min(published, end / blockSize);
            table.truncate(Math.ceilDiv(end, blockSize));
        }
    }

    private long lastEntry() {
        return cache == null || published == 0 ? PrefixCache.ROOT : cache.entryOf(table.get(published - 1));
    }

    private void append(int[] view, int count) {
        reserveIds(length + count);
        System.arraycopy(view, length, ids, length, count);
        length += count;
    }

    private void reserveIds(int count) {
        if (count > ids.length) {
            ids = Arrays.copyOf(ids, Math.max(count, ids.length * 2));
        }
    }
}
