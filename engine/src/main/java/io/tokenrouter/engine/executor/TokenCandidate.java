package io.tokenrouter.engine.executor;

/**
 * A sampled token and the signals of its row. All but {@code token} are of the raw logits: temperature 1, no bias, no
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
 * @param topIds most probable ids, best first
 * @param topLogprobs their log-probabilities
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
        float[] topLogprobs) {}
