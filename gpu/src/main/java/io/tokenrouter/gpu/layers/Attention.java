package io.tokenrouter.gpu.layers;

import io.tokenrouter.engine.model.AttentionConfig;
import io.tokenrouter.gpu.driver.CudaFunction;
import io.tokenrouter.gpu.driver.CudaStream;
import io.tokenrouter.gpu.driver.DeviceMemory;
import io.tokenrouter.gpu.driver.KernelArguments;
import io.tokenrouter.gpu.kernels.Kernels;

/**
 * Causal attention with grouped queries (Ainslie et al., arXiv 2305.13245) over the paged cache, in two forms whose results differ by
 * rounding only. In both, a token's result depends on nothing but its sequence.
 */
public final class Attention {

    /** Positions of a chunk, the work of one block of threads; as in the kernel. */
    private static final int CHUNK = 128;
    /** Pairs of a token and a query head of a tile; as in the kernel. */
    private static final int TILE_ROWS = 64;
    /** Most query heads of a chunk's block. */
    private static final int MOST_HEADS = 8;
    /** Widest head, a number for each thread that puts chunks together. */
    private static final int WIDEST = 256;
    /** With a chunk's sums go its largest score and its sum of weights; four numbers keep rows aligned. */
    private static final int CHUNK_STATE = 4;

    private final CudaFunction chunkKernel;
    private final CudaFunction combineKernel;
    private final CudaFunction tileKernel;
    private final int heads;
    private final int kvHeads;
    private final int headDim;
    private final float scale;
    private final float scoreCap;
    private final int blockSize;
    private final int chunkGrid;
    private final int tileGrid;
    private final int tileTokens;
    private final int tileShared;

    /**
     * On the thread that owns the context.
     *
     * @param blockSize positions of a block of the cache
     * @throws IllegalArgumentException if heads are wider than 256 or no multiple of 8
     */
    public Attention(Kernels kernels, AttentionConfig attention, int blockSize) {
        heads = attention.heads();
        kvHeads = attention.kvHeads();
        headDim = attention.headDim();
        if (headDim > WIDEST || headDim % 8 != 0) {
            throw new IllegalArgumentException("heads of " + headDim + " dimensions; the kernels of attention have "
                    + "multiples of 8 up to " + WIDEST);
        }
        scale = attention.scale();
        scoreCap = attention.scoreCap();
        this.blockSize = blockSize;
        int group = heads / kvHeads;
        int together = Math.min(MOST_HEADS, powerOfTwo(group));
        chunkKernel = kernels.get("attention_chunks_" + together);
        combineKernel = kernels.get("attention_combine");
        chunkGrid = kvHeads * Math.ceilDiv(group, together);
        int width = Math.max(64, powerOfTwo(headDim));
        tileShared = tileShared(headDim, width);
        // what is allowed holds for all models of the context, so it is what the widest heads need
        tileKernel = kernels.get("attention_tiles_" + width).allowShared(tileShared(width, width));
        tileTokens = Math.max(1, TILE_ROWS / group);
        tileGrid = kvHeads * Math.ceilDiv(group, TILE_ROWS);
    }

    /** Bytes of shared memory: queries in two parts, keys and values of a tile of positions; rows are padded against bank conflicts. */
    private static int tileShared(int headDim, int width) {
        int positions = width == WIDEST ? 16 : 32;
        int padded = Math.ceilDiv(headDim, 16) * 16;
        return (2 * TILE_ROWS + 2 * positions) * (padded + 8) * Short.BYTES;
    }

    /** The least power of two that is not below {@code count}. */
    private static int powerOfTwo(int count) {
        return Integer.highestOneBit(2 * count - 1);
    }

    /** How many chunks a sequence of so many positions has. */
    public static int chunks(int positions) {
        return Math.ceilDiv(positions, CHUNK);
    }

    /** Positions that so many chunks have. */
    public static int positions(int chunks) {
        return chunks * CHUNK;
    }

    /** Bytes of workspace for all of a step's tokens at once. */
    public static long workspaceBytes(AttentionConfig attention, int tokens, int chunks) {
        long rows = Math.multiplyExact((long) tokens * chunks, (long) attention.heads());
        return Rows.bytes(rows, attention.headDim() + CHUNK_STATE);
    }

    /**
     * For few tokens, each by itself, with any mixture of sequences: a sequence is cut into chunks that are worked on at the same time.
     *
     * @param qkv rows as {@link CacheUpdate} leaves them
     * @param cache of the layer, with the keys and values of these tokens
     * @param window how many positions a token looks at, its own among them
     * @param tokens of the step, padded
     * @param chunks of the longest sequence, or more
     * @param workspace at least of the bytes of one token; with less than those of all, it takes several launches
     * @param out rows of all heads; zeros for tokens without a position
     */
    public void tokenwise(
            CudaStream stream,
            StepArrays step,
            DeviceMemory qkv,
            DeviceMemory cache,
            int window,
            int tokens,
            int chunks,
            DeviceMemory workspace,
            DeviceMemory out) {
        require(step, qkv, out, tokens);
        int seen = (int) Math.min(chunks, Math.ceilDiv((long) window - 1, (long) CHUNK) + 1);
        if (seen == 1) {
            launchChunks(stream, step, qkv, cache, window, tokens, 1, workspace, out);
            return;
        }
        long perToken = Rows.bytes((long) heads * seen, headDim + CHUNK_STATE);
        int together = (int) Math.min(tokens, workspace.bytes() / perToken);
        if (together < 1) {
            throw new IndexOutOfBoundsException(
                    "a token's attention takes a workspace of " + perToken + " bytes, of " + workspace.bytes());
        }
        int queries = heads * headDim;
        for (int token = 0; token < tokens; token += together) {
            int count = Math.min(together, tokens - token);
            StepArrays rest = step.from(token);
            DeviceMemory restQkv = Rows.from(qkv, token, queries + 2 * kvHeads * headDim);
            DeviceMemory restOut = Rows.from(out, token, queries);
            launchChunks(stream, rest, restQkv, cache, window, count, seen, workspace, restOut);
            KernelArguments arguments = new KernelArguments()
                    .add(workspace)
                    .add(rest.positions())
                    .add(heads)
                    .add(headDim)
                    .add(window)
                    .add(seen)
                    .add(restOut);
            stream.launch(combineKernel, count, heads, 1, Rows.threads(headDim, WIDEST), arguments);
        }
    }

    private void launchChunks(
            CudaStream stream,
            StepArrays step,
            DeviceMemory qkv,
            DeviceMemory cache,
            int window,
            int tokens,
            int chunks,
            DeviceMemory workspace,
            DeviceMemory out) {
        KernelArguments arguments = common(step, qkv)
                .add(cache)
                .add(heads)
                .add(kvHeads)
                .add(headDim)
                .add(blockSize)
                .add(scale)
                .add(scoreCap)
                .add(window)
                .add(chunks)
                .add(workspace)
                .add(out);
        stream.launch(chunkKernel, tokens, chunkGrid, chunks, CHUNK, arguments);
    }

    /** Most tokens of a tile of {@link #tiles}. */
    public int tileTokens() {
        return tileTokens;
    }

    /**
     * For many tokens, in tiles of one sequence, on tensor cores.
     *
     * @param qkv rows as {@link CacheUpdate} leaves them
     * @param cache of the layer, with the keys and values of these tokens
     * @param window how many positions a token looks at, its own among them
     * @param tokens of the step
     * @param tiles int32, for each tile its first token and how many it has, at most {@link #tileTokens}: of one sequence, next to each
     *     other, at rising positions
     * @param out rows of all heads; written for the tokens of the tiles
     */
    public void tiles(
            CudaStream stream,
            StepArrays step,
            DeviceMemory qkv,
            DeviceMemory cache,
            int window,
            int tokens,
            DeviceMemory tiles,
            int tileCount,
            DeviceMemory out) {
        require(step, qkv, out, tokens);
        Rows.require(tiles, tileCount, 2);
        KernelArguments arguments = common(step, qkv)
                .add(tiles)
                .add(cache)
                .add(heads)
                .add(kvHeads)
                .add(headDim)
                .add(blockSize)
                .add(scale)
                .add(scoreCap)
                .add(window)
                .add(out);
        stream.launch(tileKernel, tileCount, tileGrid, 1, 2 * TILE_ROWS, tileShared, arguments);
    }

    private static KernelArguments common(StepArrays step, DeviceMemory qkv) {
        return new KernelArguments()
                .add(qkv)
                .add(step.positions())
                .add(step.sequences())
                .add(step.blockTables())
                .add(step.maxBlocks());
    }

    private void require(StepArrays step, DeviceMemory qkv, DeviceMemory out, int tokens) {
        Rows.require(qkv, tokens, (long) (heads + 2 * kvHeads) * headDim);
        Rows.require(out, tokens, (long) heads * headDim);
        Rows.require(step.positions(), tokens, 1);
        Rows.require(step.sequences(), tokens, 1);
    }
}
