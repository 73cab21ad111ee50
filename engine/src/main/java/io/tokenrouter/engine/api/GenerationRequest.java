package io.tokenrouter.engine.api;

import java.util.Map;
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
 * @param renderings the same conversation as other chat templates write it, by their names, for policies that show models the prompt in
 *     another one; like {@code promptIds}. Empty where there is no other
 */
public record GenerationRequest(
        String id,
        String target,
        int[] promptIds,
        SamplingParams sampling,
        StopCriteria stop,
        @Nullable PolicySpec policy,
        int topLogprobs,
        @Nullable TokenConstraint constraint,
        Map<String, int[]> renderings) {

    public GenerationRequest {
        if (promptIds.length == 0) {
            throw new IllegalArgumentException("the prompt must have at least one token");
        }
        renderings = Map.copyOf(renderings);
        if (renderings.values().stream().anyMatch(ids -> ids.length == 0)) {
            throw new IllegalArgumentException("a rendering of the prompt must have at least one token");
        }
        if (topLogprobs < 0 || topLogprobs > 20) {
            throw new IllegalArgumentException("top_logprobs must be from 0 to 20, not " + topLogprobs);
        }
    }

    /** A prompt in one template. */
    public GenerationRequest(
            String id,
            String target,
            int[] promptIds,
            SamplingParams sampling,
            StopCriteria stop,
            @Nullable PolicySpec policy,
            int topLogprobs,
            @Nullable TokenConstraint constraint) {
        this(id, target, promptIds, sampling, stop, policy, topLogprobs, constraint, Map.of());
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
        this(id, target, promptIds, sampling, stop, policy, topLogprobs, null, Map.of());
    }
}
