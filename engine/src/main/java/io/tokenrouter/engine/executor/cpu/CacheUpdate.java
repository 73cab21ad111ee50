package io.tokenrouter.engine.executor.cpu;

import io.tokenrouter.engine.executor.StepPlan;
import io.tokenrouter.engine.model.AttentionConfig;
import io.tokenrouter.engine.model.DecoderWeights;
import io.tokenrouter.engine.model.ModelConfig;
import io.tokenrouter.engine.model.RopeConfig;
import io.tokenrouter.engine.tensor.FloatRows;
import io.tokenrouter.engine.tensor.Kernels;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Normalises queries and keys, turns them to their positions, and puts keys and values into the cache. */
final class CacheUpdate extends TokenStage {

    private final Kernels kernels;
    private final StepPlan plan;
    private final KvPool pool;
    private final FloatRows qkv;
    private final int heads;
    private final int kvHeads;
    private final int headDim;
    private final float epsilon;
    /** For each layer; null where it does not rotate. */
    private final @Nullable RotaryTable[] rotations;

    private float[] queryNorm = {};
    private float[] keyNorm = {};
    private @Nullable RotaryTable rotation;
    private int layer;

    /**
     * @param positions that a sequence may have
     * @param qkv queries of all heads, then keys, then values
     */
    CacheUpdate(
            CpuDevice device,
            Kernels kernels,
            ModelConfig config,
            int positions,
            StepPlan plan,
            KvPool pool,
            FloatRows qkv) {
        super(device, qkv.stride());
        this.kernels = kernels;
        this.plan = plan;
        this.pool = pool;
        this.qkv = qkv;
        heads = config.heads();
        kvHeads = config.kvHeads();
        headDim = config.headDim();
        epsilon = config.norms().epsilon();
        rotations = rotations(config.attention(), positions);
    }

    private static @Nullable RotaryTable[] rotations(AttentionConfig attention, int positions) {
        List<RopeConfig> ropes = attention.ropes();
        List<RotaryTable> tables =
                ropes.stream().map(rope -> new RotaryTable(rope, positions)).toList();
        @Nullable RotaryTable[] ofLayers = new RotaryTable[attention.layers().size()];
        for (int i = 0; i < ofLayers.length; i++) {
            RopeConfig rope = attention.layers().get(i).rope();
            ofLayers[i] = rope == null ? null : tables.get(ropes.indexOf(rope));
        }
        return ofLayers;
    }

    void apply(int ofLayer, DecoderWeights.Attention weights) {
        layer = ofLayer;
        rotation = rotations[ofLayer];
        queryNorm = weights.queryNorm();
        keyNorm = weights.keyNorm();
        runTokens(plan.tokens());
    }

    @Override
    void token(int token) {
        float[] values = qkv.values();
        int queries = qkv.offset(token);
        int keys = queries + heads * headDim;
        int position = plan.position(token);
        normalize(values, queries, keys, queryNorm);
        normalize(values, keys, keys + kvHeads * headDim, keyNorm);
        if (rotation != null) {
            for (int head = 0; head < heads + kvHeads; head++) {
                rotation.rotate(values, queries + head * headDim, position);
            }
        }
        int block = plan.blocks(token)[position / pool.blockSize()];
        int slot = position % pool.blockSize();
        for (int head = 0; head < kvHeads; head++) {
            int key = keys + head * headDim;
            pool.put(layer, block, slot, head, values, key, key + kvHeads * headDim);
        }
    }

    /** In stretches as long as the weights; not at all where there are none. */
    private void normalize(float[] values, int from, int to, float[] weights) {
        if (weights.length > 0) {
            for (int at = from; at < to; at += weights.length) {
                kernels.rmsNorm(values, at, weights, epsilon, values, at);
            }
        }
    }
}
