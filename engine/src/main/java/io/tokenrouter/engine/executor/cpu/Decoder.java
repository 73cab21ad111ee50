package io.tokenrouter.engine.executor.cpu;

import io.tokenrouter.engine.executor.ExecutorSpec;
import io.tokenrouter.engine.executor.StepPlan;
import io.tokenrouter.engine.model.DecoderWeights;
import io.tokenrouter.engine.model.Linear;
import io.tokenrouter.engine.model.ModelConfig;
import io.tokenrouter.engine.model.NormConfig;
import io.tokenrouter.engine.tensor.FloatRows;
import io.tokenrouter.engine.tensor.Kernels;
import org.jspecify.annotations.Nullable;

/**
 * The forward pass of all families: per block rotary grouped-query attention and a gated feed-forward layer, each with RMSNorms
 * before, after or around it; then RMSNorm and the output matrix for the tokens that want logits. What a family does otherwise is
 * decided here once, by its config, and costs the others nothing.
 *
 * <p>Everything but the cache is float32. The buffers are taken once, for the largest step; all steps share them, one runs at a time.
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
    /** None where branches take the residual stream as it is. */
    private final @Nullable Norm norm;

    private final Projection qkvProjection;
    private final CacheUpdate cacheUpdate;
    private final Attention attention;
    private final BranchOutput attentionOutput;
    private final GatedProjection gated;
    private final BranchOutput down;
    private final Norm lastNorm;
    private final Projection output;
    private final Linear[] outputLayers;
    private final @Nullable SoftCap logitCap;
    private final @Nullable Gaps gaps;

    /** @param gapIds ids below the vocabulary's size that stand for nothing; their logits are negative infinity */
    Decoder(
            CpuDevice device,
            Kernels kernels,
            ModelConfig config,
            DecoderWeights weights,
            KvType kvType,
            ExecutorSpec spec,
            int[] gapIds,
            StepPlan plan) {
        this.spec = spec;
        this.weights = weights;
        this.plan = plan;
        int tokens = spec.maxStepTokens();
        int attentionWidth = config.heads() * config.headDim();
        qkvWidth = attentionWidth + 2 * config.kvHeads() * config.headDim();
        int chunk = Attention.chunk(spec);

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

        KvPool pool = KvPool.allocate(kvType, kernels, config, spec.blockSize(), spec.blockCount());
        int blockFloats = kvType.scratchFloats(config.headDim(), spec.blockSize());
        Scratch[] scratch = Scratch.forWorkers(device.threads(), config, kernels, chunk, blockFloats);
        NormConfig norms = config.norms();
        embedding = new Embedding(device, kernels, weights.embedding(), plan, hidden, config.embeddingScale());
        norm = norms.placement().before() ? new Norm(device, kernels, norms.epsilon(), hidden, normed) : null;
        FloatRows branchInput = norms.placement().before() ? normed : hidden;
        qkvProjection = new Projection(device, kernels, scratch, branchInput, qkv);
        cacheUpdate = new CacheUpdate(device, kernels, config, spec.contextLength(), plan, pool, qkv);
        attention = new Attention(device, kernels, scratch, config, plan, pool, qkv, attended, chunk);
        gated = new GatedProjection(device, kernels, scratch, config.activation(), branchInput, inner, ups);
        if (norms.placement().after()) {
            float epsilon = norms.epsilon();
            attentionOutput = BranchOutput.normalized(device, kernels, scratch, epsilon, attended, product, hidden);
            down = BranchOutput.normalized(device, kernels, scratch, epsilon, inner, product, hidden);
        } else {
            attentionOutput = BranchOutput.plain(device, kernels, scratch, attended, product, hidden);
            down = BranchOutput.plain(device, kernels, scratch, inner, product, hidden);
        }
        lastNorm = new Norm(device, kernels, norms.epsilon(), last, lastNormed);
        output = new Projection(device, kernels, scratch, lastNormed, logits);
        outputLayers = new Linear[] {weights.output()};
        logitCap = config.logitCap() > 0 ? new SoftCap(device, kernels, logits, config.logitCap()) : null;
        gaps = gapIds.length > 0 ? new Gaps(device, gapIds, logits) : null;
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
            DecoderWeights.Attention attending = weights.layers().get(i).attention();
            normBefore(tokens, attending.normBefore());
            qkvProjection.apply(tokens, qkvWidth, attending.queryKeyValue());
            cacheUpdate.apply(i, attending);
            attention.apply(i, positions);
            attentionOutput.apply(tokens, attending.output(), attending.normAfter());
            DecoderWeights.FeedForward feeding = weights.layers().get(i).feedForward();
            normBefore(tokens, feeding.normBefore());
            gated.apply(tokens, feeding);
            down.apply(tokens, feeding.down(), feeding.normAfter());
        }
    }

    private void normBefore(int tokens, float[] weight) {
        if (norm != null) {
            norm.apply(tokens, weight);
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
        if (logitCap != null) {
            logitCap.runTokens(count);
        }
        if (gaps != null) {
            gaps.runTokens(count);
        }
        return logits;
    }

    /** The hidden states, after the final norm, of the candidates whose logits were computed last. */
    FloatRows lastHidden() {
        return lastNormed;
    }
}
