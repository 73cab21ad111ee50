package io.tokenrouter.engine.sampling;

/**
 * What a row of raw logits says about its token: temperature 1, no bias, no penalties, no mask, padding left out.
 *
 * @param logprob natural log-probability of the sampled token
 * @param entropy {@code -sum p ln p}, nats, at least 0
 * @param topProb largest probability
 * @param margin largest minus second largest probability; {@code topProb} where there is one id only
 * @param au aleatoric uncertainty of LogU (arXiv 2502.00290); NaN if not asked for or if one of the 10 largest logits is
 *     not positive
 * @param eu epistemic uncertainty of LogU; NaN likewise
 * @param topIds most probable ids, best first, the smaller id first among equals
 * @param topLogprobs their log-probabilities
 */
public record RowSignals(
        float logprob,
        float entropy,
        float topProb,
        float margin,
        float au,
        float eu,
        int[] topIds,
        float[] topLogprobs) {}
