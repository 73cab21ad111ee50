package io.tokenrouter.engine.executor.cpu;

import io.tokenrouter.engine.model.AttentionConfig;
import io.tokenrouter.engine.model.ModelConfig;
import io.tokenrouter.engine.tensor.FloatRows;
import io.tokenrouter.engine.tensor.Kernels;
import java.util.Arrays;

/**
 * Causal attention with grouped queries (Ainslie et al., arXiv 2305.13245) over the paged cache. One piece of work is one
 * token and one key/value head with the query heads that share it; positions are always walked in order, so where its
 * blocks lie and what else is in the step make no difference to a token. Blocks before a layer's window are not touched.
 */
final class Attention implements CpuDevice.Piece {

    /** Multiply-adds below which handing a piece to another thread costs more than it saves. */
    private static final long LEAST_WORK = 50_000;

    private final CpuDevice device;
    private final Kernels kernels;
    private final Scratch[] scratch;
    private final StepPlan plan;
    private final KvPool pool;
    private final FloatRows qkv;
    private final FloatRows out;
    private final int kvHeads;
    private final int headDim;
    private final int group;
    private final int scoreStride;
    private final float scale;
    private final float scoreCap;
    /** For each layer, how many positions a token looks at. */
    private final int[] windows;

    private int layer;
    private int unitsPerPiece;

    /**
     * @param qkv queries of all heads first
     * @param out one row a token, all heads
     * @param scoreStride floats of scratch for the scores of one query head
     */
    Attention(
            CpuDevice device,
            Kernels kernels,
            Scratch[] scratch,
            ModelConfig config,
            StepPlan plan,
            KvPool pool,
            FloatRows qkv,
            FloatRows out,
            int scoreStride) {
        this.device = device;
        this.kernels = kernels;
        this.scratch = scratch;
        this.plan = plan;
        this.pool = pool;
        this.qkv = qkv;
        this.out = out;
        this.scoreStride = scoreStride;
        kvHeads = config.kvHeads();
        headDim = config.headDim();
        group = config.heads() / kvHeads;
        scale = config.attention().scale();
        scoreCap = config.attention().scoreCap();
        windows = config.attention().layers().stream()
                .mapToInt(AttentionConfig.Layer::window)
                .toArray();
    }

    /**
     * @param positions positions that all tokens together look at
     */
    void apply(int ofLayer, long positions) {
        layer = ofLayer;
        int units = plan.tokens() * kvHeads;
        long work = 2 * positions * kvHeads * group * headDim;
        unitsPerPiece = work < LEAST_WORK ? units : 1;
        device.run(Math.ceilDiv(units, unitsPerPiece), this);
    }

    @Override
    public void run(int piece, int worker) {
        int to = Math.min(plan.tokens() * kvHeads, (piece + 1) * unitsPerPiece);
        for (int unit = piece * unitsPerPiece; unit < to; unit++) {
            attend(unit / kvHeads, unit % kvHeads, scratch[worker].scores());
        }
    }

    private void attend(int token, int kvHead, float[] scores) {
        int positions = plan.position(token) + 1;
        int blockSize = pool.blockSize();
        int first = Math.max(0, positions - windows[layer]);
        int firstBlock = first / blockSize * blockSize;
        int[] blocks = plan.blocks(token);
        int head = kvHead * group * headDim;
        int query = qkv.offset(token) + head;
        float[] keys = pool.keys(layer);
        for (int from = firstBlock; from < positions; from += blockSize) {
            int block = pool.offset(blocks[from / blockSize], kvHead);
            kernels.scoreBlock(
                    qkv.values(), query, group, headDim, scale, keys, block, blockSize, scores, from, scoreStride);
        }
        int target = out.offset(token) + head;
        Arrays.fill(out.values(), target, target + group * headDim, 0f);
        for (int g = 0; g < group; g++) {
            int at = g * scoreStride + first;
            if (scoreCap > 0) {
                kernels.softCap(scores, at, positions - first, scoreCap);
            }
            float sum = kernels.exponentials(scores, at, positions - first);
            divide(scores, at, positions - first, sum);
        }
        float[] values = pool.values(layer);
        for (int from = firstBlock; from < positions; from += blockSize) {
            int skipped = Math.max(0, first - from);
            int block = pool.offset(blocks[from / blockSize], kvHead) + skipped * headDim;
            int count = Math.min(blockSize, positions - from) - skipped;
            kernels.mixBlock(
                    scores, from + skipped, scoreStride, group, headDim, values, block, count, out.values(), target);
        }
    }

    private static void divide(float[] values, int offset, int length, float by) {
        float factor = 1 / by;
        for (int i = offset; i < offset + length; i++) {
            values[i] *= factor;
        }
    }
}
