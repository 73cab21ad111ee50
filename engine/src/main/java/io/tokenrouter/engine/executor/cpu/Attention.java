package io.tokenrouter.engine.executor.cpu;

import io.tokenrouter.engine.executor.ExecutorSpec;
import io.tokenrouter.engine.executor.StepPlan;
import io.tokenrouter.engine.model.AttentionConfig;
import io.tokenrouter.engine.model.ModelConfig;
import io.tokenrouter.engine.sampling.SoftmaxKernel;
import io.tokenrouter.engine.tensor.FloatRows;
import io.tokenrouter.engine.tensor.Kernels;
import java.util.Arrays;

/**
 * Causal attention with grouped queries (Ainslie et al., arXiv 2305.13245) over the paged cache. One piece of work is a
 * stretch of tokens and one key/value head with the query heads that share it, so that a block is made floats once for several
 * tokens; positions are always walked in order, so where its blocks lie and what else is in the step make no difference to a token. Blocks before a layer's window are not touched.
 *
 * <p>Scores are kept for a chunk of positions at a time, so that scratch memory does not grow with the context. What was mixed of earlier
 * chunks is weighed anew as sum and maximum of the softmax grow (Milakov and Gimelshein, arXiv 1805.02867). Chunks begin at whole
 * multiples of their length, whatever else is in the step, and a context of one chunk is weighed as if there were none.
 */
final class Attention implements CpuDevice.Piece {

    /** Multiply-adds below which handing a piece to another thread costs more than it saves. */
    private static final long LEAST_WORK = 50_000;

    /** Most tokens of a stretch: of one sequence, next to each other, so that they look at nearly the same positions. */
    static final int STRETCH = 4;

    /** Most positions of a chunk; a whole number of blocks. */
    private static final int CHUNK = 2048;

    private final CpuDevice device;
    private final Kernels kernels;
    private final SoftmaxKernel softmax;
    private final Scratch[] scratch;
    private final StepPlan plan;
    private final KvPool pool;
    private final FloatRows qkv;
    private final FloatRows out;
    private final int kvHeads;
    private final int headDim;
    private final int group;
    private final int chunk;
    private final float scale;
    private final float scoreCap;
    /** For each layer, how many positions a token looks at. */
    private final int[] windows;

    private int layer;
    private int unitsPerPiece;

    /**
     * @param qkv queries of all heads first
     * @param out one row a token, all heads
     * @param chunk positions of a chunk, {@link #chunk(ExecutorSpec)}; so many scores of a query head are kept
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
            int chunk) {
        this.device = device;
        this.kernels = kernels;
        this.softmax = kernels.softmax();
        this.scratch = scratch;
        this.plan = plan;
        this.pool = pool;
        this.qkv = qkv;
        this.out = out;
        this.chunk = chunk;
        kvHeads = config.kvHeads();
        headDim = config.headDim();
        group = config.heads() / kvHeads;
        scale = config.attention().scale();
        scoreCap = config.attention().scoreCap();
        windows = config.attention().layers().stream()
                .mapToInt(AttentionConfig.Layer::window)
                .toArray();
    }

    /** Positions of a chunk: those of the context where they are fewer. */
    static int chunk(ExecutorSpec spec) {
        int most = Math.max(1, CHUNK / spec.blockSize());
        return Math.multiplyExact(Math.min(spec.blocksFor(spec.contextLength()), most), spec.blockSize());
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
        int head = kvHead * group * headDim;
        for (int token = first; token < end; token++) {
            Arrays.fill(out.values(), out.offset(token) + head, out.offset(token) + head + group * headDim, 0f);
        }
        Arrays.fill(own.maxima(), Float.NEGATIVE_INFINITY);
        Arrays.fill(own.totals(), 0f);
        int last = plan.position(end - 1);
        for (int from = firstPosition(first) / chunk * chunk; from <= last; from += chunk) {
            score(first, end, kvHead, from, own);
            for (int token = first; token < end; token++) {
                int low = Math.max(from, firstPosition(token));
                int count = Math.min(from + chunk, plan.position(token) + 1) - low;
                for (int g = 0; g < group && count > 0; g++) {
                    int scores = scoresOf(token - first) + g * chunk + low - from;
                    int mixed = out.offset(token) + head + g * headDim;
                    weigh(own, (token - first) * group + g, scores, count, mixed);
                }
            }
            mix(first, end, kvHead, from, own);
        }
    }

    /** Scores of the positions from {@code from} on that are in its chunk. */
    private void score(int first, int end, int kvHead, int from, Scratch own) {
        int blockSize = pool.blockSize();
        int[] blocks = plan.blocks(first);
        int last = Math.min(from + chunk - 1, plan.position(end - 1));
        for (int at = firstBlock(first, from); at <= last; at += blockSize) {
            int offset = pool.offset(blocks[at / blockSize], kvHead);
            float[] keys = pool.keys(layer, offset, own.block());
            for (int token = first; token < end; token++) {
                if (at <= plan.position(token) && at + blockSize > firstPosition(token)) {
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
                            scoresOf(token - first) + at - from,
                            chunk);
                }
            }
        }
    }

    /**
     * Makes scores of a chunk shares of the softmax over all positions so far, in place, and takes the earlier ones' shares down.
     *
     * @param state of the token and query head
     * @param mixed where its output is
     */
    private void weigh(Scratch own, int state, int at, int count, int mixed) {
        float[] scores = own.scores();
        if (scoreCap > 0) {
            kernels.softCap(scores, at, count, scoreCap);
        }
        float max = softmax.max(scores, at, count);
        float sum = kernels.exponentials(scores, at, count, max);
        float most = Math.max(own.maxima()[state], max);
        float before = own.totals()[state] * exp(own.maxima()[state] - most);
        float weight = exp(max - most);
        float total = before + sum * weight;
        own.maxima()[state] = most;
        own.totals()[state] = total;
        float factor = weight / total;
        for (int i = at; i < at + count; i++) {
            scores[i] *= factor;
        }
        if (before > 0) {
            float share = before / total;
            for (int i = mixed; i < mixed + headDim; i++) {
                out.values()[i] *= share;
            }
        }
    }

    /** The same bits on every machine, compiled or not. */
    private static float exp(float x) {
        return (float) StrictMath.exp(x);
    }

    private void mix(int first, int end, int kvHead, int from, Scratch own) {
        int blockSize = pool.blockSize();
        int head = kvHead * group * headDim;
        int[] blocks = plan.blocks(first);
        int last = Math.min(from + chunk - 1, plan.position(end - 1));
        for (int at = firstBlock(first, from); at <= last; at += blockSize) {
            int offset = pool.offset(blocks[at / blockSize], kvHead);
            float[] values = pool.values(layer, offset, own.block());
            for (int token = first; token < end; token++) {
                int low = Math.max(at, firstPosition(token));
                int high = Math.min(at + blockSize, plan.position(token) + 1);
                if (low < high) {
                    kernels.mixBlock(
                            own.scores(),
                            scoresOf(token - first) + low - from,
                            chunk,
                            group,
                            headDim,
                            values,
                            pool.start(offset) + (low - at) * headDim,
                            high - low,
                            out.values(),
                            out.offset(token) + head);
                }
            }
        }
    }

    /** Where the first block of a chunk begins that the token looks at. */
    private int firstBlock(int token, int from) {
        return Math.max(from, firstPosition(token) / pool.blockSize() * pool.blockSize());
    }

    /** The first position that a token looks at. */
    private int firstPosition(int token) {
        return Math.max(0, plan.position(token) + 1 - windows[layer]);
    }

    /** Where the scores of a token of the stretch start. */
    private int scoresOf(int tokenInStretch) {
        return tokenInStretch * group * chunk;
    }
}
