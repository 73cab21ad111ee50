package io.tokenrouter.engine.executor.cpu;

import io.tokenrouter.engine.executor.ExecutorSpec;
import io.tokenrouter.engine.model.ModelConfig;
import io.tokenrouter.engine.tensor.FloatRows;
import io.tokenrouter.engine.tensor.Kernels;

/**
 * The forward pass of the Llama family: per block RMSNorm, rotary grouped-query attention, RMSNorm, SwiGLU; then RMSNorm and
 * the output matrix for the tokens that want logits.
 *
 * <p>Everything is float32. The buffers are taken once, for the largest step; all steps share them, one runs at a time.
 */
final class Decoder {

    /** Rows of logits computed in one go. */
    static final int LOGIT_ROWS = 16;

    private final ExecutorSpec spec;
    private final DecoderWeights weights;
    private final StepPlan plan;
    private final FloatRows hidden;
    private final FloatRows last;
    private final FloatRows lastNormed;
    private final FloatRows logits;
    private final int qkvWidth;

    private final Embedding embedding;
    private final Norm norm;
    private final Projection qkvProjection;
    private final CacheUpdate cacheUpdate;
    private final Attention attention;
    private final ResidualProjection attentionOutput;
    private final GatedProjection gated;
    private final ResidualProjection down;
    private final Norm lastNorm;
    private final Projection output;
    private final Linear[] outputLayers;

    Decoder(
            CpuDevice device,
            Kernels kernels,
            ModelConfig config,
            DecoderWeights weights,
            ExecutorSpec spec,
            StepPlan plan) {
        this.spec = spec;
        this.weights = weights;
        this.plan = plan;
        int tokens = spec.maxStepTokens();
        int attentionWidth = config.heads() * config.headDim();
        qkvWidth = attentionWidth + 2 * config.kvHeads() * config.headDim();
        int scoreStride = Math.multiplyExact(spec.blocksFor(spec.contextLength()), spec.blockSize());

        hidden = FloatRows.allocate("the residual stream", tokens, config.hiddenSize());
        FloatRows normed = FloatRows.allocate("the normalised stream", tokens, config.hiddenSize());
        FloatRows qkv = FloatRows.allocate("queries, keys and values", tokens, qkvWidth);
        FloatRows attended = FloatRows.allocate("the attention's output", tokens, attentionWidth);
        FloatRows product = FloatRows.allocate("products", tokens, config.hiddenSize());
        FloatRows inner = FloatRows.allocate("the feed-forward layer", tokens, config.feedForwardSize());
        FloatRows ups = FloatRows.allocate("the feed-forward layer", tokens, config.feedForwardSize());
        last = FloatRows.allocate("last positions", LOGIT_ROWS, config.hiddenSize());
        lastNormed = FloatRows.allocate("last positions", LOGIT_ROWS, config.hiddenSize());
        logits = FloatRows.allocate("logits", LOGIT_ROWS, spec.vocabularySize());

        Scratch[] scratch = Scratch.forWorkers(device.threads(), config, kernels, scoreStride);
        KvPool pool = new KvPool(config, spec.blockSize(), spec.blockCount());
        RotaryTable rotary = new RotaryTable(config.attention().ropes().getFirst(), spec.contextLength());
        embedding = new Embedding(device, kernels, weights.embedding(), plan, hidden);
        norm = new Norm(device, kernels, config.norms().epsilon(), hidden, normed);
        qkvProjection = new Projection(device, kernels, scratch, normed, qkv);
        cacheUpdate = new CacheUpdate(device, config, rotary, plan, pool, qkv);
        attention = new Attention(device, kernels, scratch, config, plan, pool, qkv, attended, scoreStride);
        attentionOutput = new ResidualProjection(device, kernels, scratch, attended, product, hidden);
        gated = new GatedProjection(device, kernels, scratch, normed, inner, ups);
        down = new ResidualProjection(device, kernels, scratch, inner, product, hidden);
        lastNorm = new Norm(device, kernels, config.norms().epsilon(), last, lastNormed);
        output = new Projection(device, kernels, scratch, lastNormed, logits);
        outputLayers = new Linear[] {weights.output()};
    }

    /** Runs the blocks for all tokens of the plan; keys and values are in the cache afterwards. */
    void extend() {
        int tokens = plan.tokens();
        long positions = 0;
        for (int token = 0; token < tokens; token++) {
            positions += plan.position(token) + 1;
        }
        embedding.runTokens(tokens);
        for (int i = 0; i < weights.layers().size(); i++) {
            DecoderWeights.Layer layer = weights.layers().get(i);
            norm.apply(tokens, layer.attentionNorm());
            qkvProjection.apply(tokens, qkvWidth, layer.queryKeyValue());
            cacheUpdate.apply(i);
            attention.apply(i, positions);
            attentionOutput.apply(tokens, layer.attentionOutput());
            norm.apply(tokens, layer.feedForwardNorm());
            gated.apply(tokens, layer);
            down.apply(tokens, layer.down());
        }
    }

    /**
     * Computes the logits of some of the plan's candidates.
     *
     * @param from first candidate
     * @param count how many, at most {@link #LOGIT_ROWS}
     * @return one row a candidate, {@link ExecutorSpec#vocabularySize} long; overwritten by the next call
     */
    FloatRows logits(int from, int count) {
        for (int i = 0; i < count; i++) {
            int token = plan.candidateToken(from + i);
            System.arraycopy(hidden.values(), hidden.offset(token), last.values(), last.offset(i), last.stride());
        }
        lastNorm.apply(count, weights.outputNorm());
        output.apply(count, spec.vocabularySize(), outputLayers);
        return logits;
    }

    /** The hidden states, after the final norm, of the candidates whose logits were computed last. */
    FloatRows lastHidden() {
        return lastNormed;
    }
}
