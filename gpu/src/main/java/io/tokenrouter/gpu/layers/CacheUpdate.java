package io.tokenrouter.gpu.layers;

import io.tokenrouter.engine.model.AttentionConfig;
import io.tokenrouter.engine.model.AttentionConfig.HeadNorm;
import io.tokenrouter.engine.model.RopeConfig;
import io.tokenrouter.gpu.driver.CudaFunction;
import io.tokenrouter.gpu.driver.CudaStream;
import io.tokenrouter.gpu.driver.DeviceMemory;
import io.tokenrouter.gpu.driver.KernelArguments;
import io.tokenrouter.gpu.kernels.Kernels;
import org.jspecify.annotations.Nullable;

/**
 * Normalises queries and keys, turns them to their positions, and puts keys and values into the cache as halves; numbers beyond the largest
 * half become it. Tokens without a position put nothing there.
 */
public final class CacheUpdate {

    private static final int WARPS = 4;
    private static final int THREADS = 32 * WARPS;

    private final CudaFunction kernel;
    private final @Nullable RmsNorm allQueries;
    private final @Nullable RmsNorm allKeys;
    private final int heads;
    private final int kvHeads;
    private final int headDim;
    private final boolean eachHead;
    private final float epsilon;
    private final int blockSize;

    /**
     * @param epsilon of the norms of heads
     * @param blockSize positions of a block of the cache
     */
    public CacheUpdate(Kernels kernels, AttentionConfig attention, float epsilon, int blockSize) {
        kernel = kernels.get("cache_update");
        heads = attention.heads();
        kvHeads = attention.kvHeads();
        headDim = attention.headDim();
        eachHead = attention.headNorm() == HeadNorm.EACH_HEAD;
        this.epsilon = epsilon;
        this.blockSize = blockSize;
        boolean all = attention.headNorm() == HeadNorm.ALL_HEADS;
        allQueries = all ? new RmsNorm(kernels, heads * headDim, epsilon) : null;
        allKeys = all ? new RmsNorm(kernels, kvHeads * headDim, epsilon) : null;
    }

    /**
     * @param rotary prepared for this step; null for a layer that does not rotate
     * @param queryNorm weights, one a dimension of a head or of all heads; null where the model has none
     * @param keyNorm likewise
     * @param qkv rows of queries of all heads, then keys, then values; afterwards queries are ready for attention
     * @param cache of the layer, {@code [block][2][kvHeads][blockSize][headDim]} halves
     */
    public void apply(
            CudaStream stream,
            StepArrays step,
            @Nullable Rotary rotary,
            @Nullable DeviceMemory queryNorm,
            @Nullable DeviceMemory keyNorm,
            DeviceMemory qkv,
            DeviceMemory cache,
            int tokens) {
        int all = heads + 2 * kvHeads;
        Rows.require(qkv, tokens, (long) all * headDim);
        Rows.require(step.positions(), tokens, 1);
        if (allQueries != null && queryNorm != null) {
            allQueries.normalizePart(stream, qkv, all * headDim, queryNorm, tokens);
        }
        if (allKeys != null && keyNorm != null) {
            DeviceMemory keys = Rows.from(qkv, heads, headDim);
            allKeys.normalizePart(stream, keys, all * headDim, keyNorm, tokens);
        }
        RopeConfig rope = rotary == null ? null : rotary.rope();
        KernelArguments arguments = new KernelArguments()
                .add(qkv)
                .add(step.positions())
                .add(step.sequences())
                .add(step.blockTables())
                .add(step.maxBlocks())
                .add(rotary == null ? null : rotary.rows())
                .add(rope == null ? 0 : rope.dimensions() / 2)
                .add(rope != null && rope.layout() == RopeConfig.Layout.INTERLEAVED ? 1 : 0)
                .add(eachHead ? queryNorm : null)
                .add(eachHead ? keyNorm : null)
                .add(epsilon)
                .add(cache)
                .add(heads)
                .add(kvHeads)
                .add(headDim)
                .add(blockSize);
        stream.launch(kernel, tokens, Math.ceilDiv(all, WARPS), 1, THREADS, arguments);
    }
}
