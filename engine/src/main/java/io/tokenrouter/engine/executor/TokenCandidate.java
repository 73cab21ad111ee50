package io.tokenrouter.engine.executor;

import io.tokenrouter.engine.sampling.LogitRow;
import io.tokenrouter.engine.sampling.RowSignals;
import io.tokenrouter.engine.sampling.TokenDistribution;
import org.jspecify.annotations.Nullable;

/**
 * A sampled token and the signals of its row, or of the fused row where the request has a fusion. All but {@code token} are of the raw logits: temperature 1, no bias, no
 * penalties, padding masked, and tokens that may not be drawn counted like all others. Thresholds of routing keep their meaning so,
 * and the uncertainties of LogU stay defined where few tokens are allowed.
 *
 * @param token sampled id
 * @param logprob natural log-probability of {@code token}
 * @param entropy {@code -sum p ln p}, nats, over the vocabulary
 * @param topProb largest probability
 * @param margin largest minus second largest probability
 * @param au aleatoric uncertainty of LogU over the 10 largest raw logits (arXiv 2502.00290 as used by R2R, 2505.21600);
 *     NaN if not asked for or not defined
 * @param eu epistemic uncertainty of LogU; NaN likewise
 * @param topIds most probable ids, best first; or the ids that were to be scored, in the order of the request
 * @param topLogprobs their log-probabilities
 * @param distribution what {@code token} was drawn from; null if not asked for
 * @param accepted drafts that stand, in order from the first; {@code token} comes after them, and the row is the one before it.
 *     0 without drafts
 * @param heads numbers of the heads that were asked for, one after the other: one for a router, all inputs for
 *     {@link io.tokenrouter.engine.heads.RowInputs}
 * @param row the raw logits; null if not asked for
 */
public record TokenCandidate(
        int token,
        float logprob,
        float entropy,
        float topProb,
        float margin,
        float au,
        float eu,
        int[] topIds,
        float[] topLogprobs,
        @Nullable TokenDistribution distribution,
        int accepted,
        float[] heads,
        @Nullable LogitRow row) {

    private static final float[] NO_HEADS = {};

    /** Without a distribution, drafts and heads. */
    public TokenCandidate(
            int token,
            float logprob,
            float entropy,
            float topProb,
            float margin,
            float au,
            float eu,
            int[] topIds,
            float[] topLogprobs) {
        this(token, logprob, entropy, topProb, margin, au, eu, topIds, topLogprobs, null, 0, NO_HEADS, null);
    }

    /** Without drafts and heads. */
    public static TokenCandidate of(int token, RowSignals signals, @Nullable TokenDistribution distribution) {
        return new TokenCandidate(
                token,
                signals.logprob(),
                signals.entropy(),
                signals.topProb(),
                signals.margin(),
                signals.au(),
                signals.eu(),
                signals.topIds(),
                signals.topLogprobs(),
                distribution,
                0,
                NO_HEADS,
                null);
    }

    /** The same with so many drafts before it. */
    public TokenCandidate after(int drafts) {
        return drafts == accepted ? this : copy(drafts, heads, row);
    }

    /** The same with these numbers of heads. */
    public TokenCandidate withHeads(float[] numbers) {
        return copy(accepted, numbers, row);
    }

    /** The same with the row that it was drawn from. */
    public TokenCandidate withRow(LogitRow logits) {
        return copy(accepted, heads, logits);
    }

    private TokenCandidate copy(int drafts, float[] numbers, @Nullable LogitRow logits) {
        return new TokenCandidate(
                token,
                logprob,
                entropy,
                topProb,
                margin,
                au,
                eu,
                topIds,
                topLogprobs,
                distribution,
                drafts,
                numbers,
                logits);
    }
}
