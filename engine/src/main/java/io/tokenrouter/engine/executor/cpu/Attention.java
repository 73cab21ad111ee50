package io.tokenrouter.engine.executor.cpu;

import io.tokenrouter.engine.model.AttentionConfig;
import io.tokenrouter.engine.model.ModelConfig;
import io.tokenrouter.engine.tensor.FloatRows;
import io.tokenrouter.engine.tensor.Kernels;
import java.util.Arrays;

/**
 * Causal attention with grouped queries (Ainslie et al., arXiv 2305.13245) over the paged cache. One piece of work is a
 * stretch of tokens and one key/value head with the query heads that share it, so that a block is made floats once for several
 * tokens; positions are always walked in order, so where its blocks lie and what else is in the step make no difference to a token. Blocks before a layer's window are not touched.
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
        int units = plan.stretches() * kvHeads;
        long work = 2 * positions * kvHeads * group * headDim;
        unitsPerPiece = work < LEAST_WORK ? units : 1;
        device.run(Math.ceilDiv(units, unitsPerPiece), this);
    }

    @Override
    public void run(int piece, int worker) {
        int to = Math.min(plan.stretches() * kvHeads, (piece + 1) * unitsPerPiece);
        for (int unit = piece * unitsPerPiece; unit < to; unit++) {
            int stretch = unit / kvHeads;
            attend(plan.stretch(stretch), plan.stretch(stretch + 1), unit % kvHeads, scratch[worker]);
        }
    }

    /** For the tokens from {@code first} to the one before {@code end}, of one sequence and next to each other. */
    private void attend(int first, int end, int kvHead, Scratch own) {
        score(first, end, kvHead, own);
        for (int token = first; token < end; token++) {
            int from = firstPosition(token);
            int count = plan.position(token) + 1 - from;
            for (int g = 0; g < group; g++) {
                weigh(own.scores(), scoresOf(token - first) + g * scoreStride + from, count);
            }
        }
        mix(first, end, kvHead, own);
    }

    private void score(int first, int end, int kvHead, Scratch own) {
        int blockSize = pool.blockSize();
        int[] blocks = plan.blocks(first);
        int last = plan.position(end - 1);
        for (int from = firstPosition(first) / blockSize * blockSize; from <= last; from += blockSize) {
            int offset = pool.offset(blocks[from / blockSize], kvHead);
            float[] keys = pool.keys(layer, offset, own.block());
            for (int token = first; token < end; token++) {
                if (from <= plan.position(token) && from + blockSize > firstPosition(token)) {
                    kernels.scoreBlock(
                            qkv.values(),
                            qkv.offset(token) + kvHead * group * headDim,
                            group,
                            headDim,
                            scale,
                            keys,
                            pool.start(offset),
                            blockSize,
                            own.scores(),
                            scoresOf(token - first) + from,
                            scoreStride);
                }
            }
        }
    }

    /** The softmax of some scores, in place. */
    private void weigh(float[] scores, int at, int count) {
        if (scoreCap > 0) {
            kernels.softCap(scores, at, count, scoreCap);
        }
        float factor = 1 / kernels.exponentials(scores, at, count);
        for (int i = at; i < at + count; i++) {
            scores[i] *= factor;
        }
    }

    private void mix(int first, int end, int kvHead, Scratch own) {
        int blockSize = pool.blockSize();
        int head = kvHead * group * headDim;
        for (int token = first; token < end; token++) {
            Arrays.fill(out.values(), out.offset(token) + head, out.offset(token) + head + group * headDim, 0f);
        }
        int[] blocks = plan.blocks(first);
        int last = plan.position(end - 1);
        for (int from = firstPosition(first) / blockSize * blockSize; from <= last; from += blockSize) {
            int offset = pool.offset(blocks[from / blockSize], kvHead);
            float[] values = pool.values(layer, offset, own.block());
            for (int token = first; token < end; token++) {
                int low = Math.max(from, firstPosition(token));
                int high = Math.min(from + blockSize, plan.position(token) + 1);
                if (low < high) {
                    kernels.mixBlock(
                            own.scores(),
                            scoresOf(token - first) + low,
                            scoreStride,
                            group,
                            headDim,
                            values,
                            pool.start(offset) + (low - from) * headDim,
                            high - low,
                            out.values(),
                            out.offset(token) + head);
                }
            }
        }
    }

    /** The first position that a token looks at. */
    private int firstPosition(int token) {
        return Math.max(0, plan.position(token) + 1 - windows[layer]);
    }

    /** Where the scores of a token of the stretch start. */
    private int scoresOf(int tokenInStretch) {
        return tokenInStretch * group * scoreStride;
    }
}
