package io.tokenrouter.engine.kvcache;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Full blocks that other sequences may share, found by all ids from the start of the sequence to the end of the block. A
 * block is known by the entry before it and its own ids; both are compared, so equal hashes never make two different
 * prefixes one. Entries live as long as their block is referenced or cached.
 *
 * <p>Confined to the thread of its allocator.
 */
public final class PrefixCache {

    /** The entry before the first block of a sequence. */
    static final long ROOT = 0;

    /** Hash of a block's ids, chained to the entry before it. */
    interface ChainHash {
        long hash(long before, int[] ids, int from, int to);
    }

    private record Entry(long serial, long before, long hash, int[] ids) {}

    private final BlockAllocator allocator;
    private final int blockSize;
    private final ChainHash chainHash;
    private final @Nullable Entry[] entries;
    private final Map<Long, Integer> blockByHash = new HashMap<>();
    private long lastSerial = ROOT;

    /**
     * @param blockSize positions of one block
     */
    public PrefixCache(BlockAllocator allocator, int blockSize) {
        this(allocator, blockSize, PrefixCache::mix);
    }

    PrefixCache(BlockAllocator allocator, int blockSize, ChainHash chainHash) {
        this.allocator = allocator;
        this.blockSize = blockSize;
        this.chainHash = chainHash;
        this.entries = new Entry[allocator.total()];
        allocator.onReclaim(this::forget);
    }

    /**
     * The block that holds {@code ids[from .. from + blockSize)} after the entry {@code before}.
     *
     * @return {@link BlockAllocator#NONE} if there is none
     */
    int find(long before, int[] ids, int from) {
        long hash = chainHash.hash(before, ids, from, from + blockSize);
        Integer block = blockByHash.get(hash);
        return block != null && holds(block, before, ids, from) ? block : BlockAllocator.NONE;
    }

    /**
     * Makes a referenced block with {@code ids[from .. from + blockSize)} known, unless one with that content is or another
     * prefix has taken its hash.
     */
    void register(int block, long before, int[] ids, int from) {
        long hash = chainHash.hash(before, ids, from, from + blockSize);
        if (entries[block] != null || blockByHash.putIfAbsent(hash, block) != null) {
            return;
        }
        entries[block] = new Entry(++lastSerial, before, hash, Arrays.copyOfRange(ids, from, from + blockSize));
        allocator.keep(block);
    }

    /** The entry of a block, to chain the next one to; {@link #ROOT} if it has none. */
    long entryOf(int block) {
        Entry entry = entries[block];
        return entry == null ? ROOT : entry.serial();
    }

    /** True if the block is known. */
    boolean knows(int block) {
        return entries[block] != null;
    }

    private boolean holds(int block, long before, int[] ids, int from) {
        Entry entry = entries[block];
        return entry != null
                && entry.before() == before
                && Arrays.equals(entry.ids(), 0, blockSize, ids, from, from + blockSize);
    }

    private void forget(int block) {
        Entry entry = entries[block];
        if (entry != null) {
            blockByHash.remove(entry.hash());
            entries[block] = null;
        }
    }

    private static long mix(long before, int[] ids, int from, int to) {
        long hash = before * 0x9E3779B97F4A7C15L + 1;
        for (int i = from; i < to; i++) {
            hash = (hash ^ ids[i]) * 0xD6E8FEB86659FD93L;
            hash ^= hash >>> 32;
        }
        return hash;
    }
}
