package io.tokenrouter.engine.api;

import org.jspecify.annotations.Nullable;

/**
 * One generation, already tokenized.
 *
 * @param id unique among running requests; shown in logs and metrics
 * @param target id of a pair or of a single model
 * @param promptIds at least one id, each inside the vocabulary; not copied, must not change afterwards
 * @param sampling applies to whichever model writes
 * @param stop end conditions
 * @param policy replaces the pair's policy for this request; null keeps it. Must be null for a single model
 * @param topLogprobs most probable tokens reported with every token, 0 to 20
 * @param constraint what the answer may be made of; null for anything. Of the target's vocabulary
 */
public record GenerationRequest(
        String id,
        String target,
        int[] promptIds,
        SamplingParams sampling,
        StopCriteria stop,
        @Nullable PolicySpec policy,
        int topLogprobs,
        @Nullable TokenConstraint constraint) {

    public GenerationRequest {
        if (promptIds.length == 0) {
            throw new IllegalArgumentException("the prompt must have at least one token");
        }
        if (topLogprobs < 0 || topLogprobs > 20) {
            throw new IllegalArgumentException("top_logprobs must be from 0 to 20, not " + topLogprobs);
        }
    }

    /** An answer that may be made of anything. */
    public GenerationRequest(
            String id,
            String target,
            int[] promptIds,
            SamplingParams sampling,
            StopCriteria stop,
            @Nullable PolicySpec policy,
            int topLogprobs) {
        this(id, target, promptIds, sampling, stop, policy, topLogprobs, null);
    }
}
