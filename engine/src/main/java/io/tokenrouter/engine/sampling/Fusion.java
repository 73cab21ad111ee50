package io.tokenrouter.engine.sampling;

import java.util.List;

/**
 * How the rows that several models have at one position become one row, from which a token is drawn as from any other.
 *
 * @param weights one for each model, in their order; finite, not all 0, none negative in {@link Space#PROB}
 * @param space what is weighed and summed
 * @param plausibility an id must have this share of the largest probability that the model {@code maskBy} gives to any id that may be
 *     drawn; 0 to 1, 0 lets all of them be. The plausibility constraint of contrastive decoding (arXiv 2210.15097)
 * @param maskBy index of the model whose row {@code plausibility} and {@code topK} look at
 * @param topK only so many most probable ids of the model {@code maskBy} can be drawn; 0 for all
 */
public record Fusion(List<Float> weights, Space space, float plausibility, int maskBy, int topK) {

    /** What is weighed and summed. */
    public enum Space {
        /** Raw logits. */
        LOGIT,
        /** Logarithms of probabilities: the same distribution as of logits, with a level that does not depend on a model's own. */
        LOGPROB,
        /** Probabilities: a mixture. Weights that do not sum to 1 are scaled. */
        PROB
    }

    public Fusion {
        weights = List.copyOf(weights);
        boolean negative = false;
        boolean some = false;
        for (float weight : weights) {
            if (!Float.isFinite(weight)) {
                throw new IllegalArgumentException("a weight must be finite, not " + weight);
            }
            negative |= weight < 0;
            some |= weight != 0;
        }
        if (!some) {
            throw new IllegalArgumentException("some weight must not be 0: " + weights);
        }
        if (negative && space == Space.PROB) {
            throw new IllegalArgumentException("weights of probabilities must not be negative: " + weights);
        }
        if (!(plausibility >= 0 && plausibility <= 1)) {
            throw new IllegalArgumentException("plausibility must be from 0 to 1, not " + plausibility);
        }
        if (maskBy < 0 || maskBy >= weights.size()) {
            throw new IllegalArgumentException("there is no model " + maskBy + " to mask by");
        }
        if (topK < 0) {
            throw new IllegalArgumentException("topK must be at least 0, not " + topK);
        }
    }

    /** A sum of all rows, of which any id can be drawn. */
    public static Fusion of(Space space, Float... weights) {
        return new Fusion(List.of(weights), space, 0, 0, 0);
    }

    /** The same among the ids that one of the models finds plausible. */
    public Fusion withPlausibility(float share, int maskedBy) {
        return new Fusion(weights, space, share, maskedBy, topK);
    }

    /** The same among the most probable ids of {@link #maskBy()}. */
    public Fusion withTopK(int ids) {
        return new Fusion(weights, space, plausibility, maskBy, ids);
    }
}
