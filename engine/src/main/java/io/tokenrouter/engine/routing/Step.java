package io.tokenrouter.engine.routing;

import io.tokenrouter.engine.executor.TokenCandidate;
import io.tokenrouter.engine.sampling.TokenDistribution;
import org.jspecify.annotations.Nullable;

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
 * @param topIds most probable ids, best first; as many as {@link Signals#topK()} asked for, or more. Of a probe, its options
 * @param topLogprobs their log-probabilities
 * @param distribution what {@code token} was drawn from; null unless {@link Signals#distribution()} was asked for, and in a trace
 *     once the token is final
 * @param heads numbers of the heads in {@link Signals#heads()}, one after the other
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
        float[] topLogprobs,
        @Nullable TokenDistribution distribution,
        float[] heads) {

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
                candidate.topLogprobs(),
                candidate.distribution(),
                candidate.heads());
    }

    /** The same without what takes memory by the size of the vocabulary. */
    public Step withoutDistribution() {
        return distribution == null
                ? this
                : new Step(token, logprob, entropy, topProb, margin, au, eu, topIds, topLogprobs, null, heads);
    }
}
