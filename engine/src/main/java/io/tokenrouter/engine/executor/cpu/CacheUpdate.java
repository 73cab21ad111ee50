package io.tokenrouter.engine.executor.cpu;

import io.tokenrouter.engine.model.ModelConfig;
import io.tokenrouter.engine.tensor.FloatRows;

/** Turns queries and keys to their positions, and puts keys and values into the cache. */
final class CacheUpdate extends TokenStage {

    private final RotaryTable rotary;
    private final StepPlan plan;
    private final KvPool pool;
    private final FloatRows qkv;
    private final int heads;
    private final int kvHeads;
    private final int headDim;
    private int layer;

    /**
     * @param qkv queries of all heads, then keys, then values
     */
    CacheUpdate(CpuDevice device, ModelConfig config, RotaryTable rotary, StepPlan plan, KvPool pool, FloatRows qkv) {
        super(device, qkv.stride());
        this.rotary = rotary;
        this.plan = plan;
        this.pool = pool;
        this.qkv = qkv;
        heads = config.heads();
        kvHeads = config.kvHeads();
        headDim = config.headDim();
    }

    void apply(int ofLayer) {
        layer = ofLayer;
        runTokens(plan.tokens());
    }

    @Override
    void token(int token) {
        float[] values = qkv.values();
        int queries = qkv.offset(token);
        int keys = queries + heads * headDim;
        int position = plan.position(token);
        for (int head = 0; head < heads + kvHeads; head++) {
            rotary.rotate(values, queries + head * headDim, position);
        }
        int block = plan.blocks(token)[position / pool.blockSize()];
        int slot = position % pool.blockSize();
        for (int head = 0; head < kvHeads; head++) {
            int key = keys + head * headDim;
            pool.put(layer, block, slot, head, values, key, key + kvHeads * headDim);
        }
    }
}
