package io.tokenrouter.app.persistence;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What an operator decided about the batching of a pair.
 *
 * @param version rises with every decision about any pair
 * @param policy name of the pinned rule; null where the pair is to tune itself
 * @param options of the rule by name; empty where there is none
 */
public record BatchingDecision(
        long version, String pairId, @Nullable String policy, Map<String, Object> options) {

    public BatchingDecision {
        options = Map.copyOf(options);
    }
}
