package io.tokenrouter.engine.routing;

import io.tokenrouter.engine.executor.TokenCandidate;

/**
 * One token a model proposed and the signals of its row. All but {@code token} are of the raw logits: temperature 1, no
 * bias, no penalties.
 *
 * @param token sampled id
 * @param logprob natural log-probability of {@code token}
 * @param entropy {@code -sum p ln p} over the vocabulary, nats
 * @param topProb largest probability
 * @param margin largest minus second largest probability
 * @param au aleatoric uncertainty; NaN unless {@link Signals#logU()} was asked for and it is defined
 * @param eu epistemic uncertainty; NaN likewise
 * @param topIds most probable ids, best first; as many as {@link Signals#topK()} asked for, or more
 * @param topLogprobs their log-probabilities
 */
public record Step(
        int token,
        float logprob,
        float entropy,
        float topProb,
        float margin,
        float au,
        float eu,
        int[] topIds,
        float[] topLogprobs) {

    public static Step of(TokenCandidate candidate) {
        return new Step(
                candidate.token(),
                candidate.logprob(),
                candidate.entropy(),
                candidate.topProb(),
                candidate.margin(),
                candidate.au(),
                candidate.eu(),
                candidate.topIds(),
                candidate.topLogprobs());
    }
}
