package io.tokenrouter.engine.api;

import java.util.Map;

/**
 * What keeping the caches of several models saved one generation, and what it cost.
 *
 * @param returns visits at a model where it had been before
 * @param savedTokens per model, ids of the context that were resident at these visits and needed no computation; those of shared
 *     prefixes, which would have been there without it, are not counted
 * @param recomputedTokens per model, ids that it ran though it had run them before: their keys and values had been given up
 * @param blockSeconds per model, KV blocks held while the generation was at another model, times the seconds; a block that is shared
 *     counts for each
 */
public record KeptCaches(
        int returns,
        Map<String, Integer> savedTokens,
        Map<String, Integer> recomputedTokens,
        Map<String, Double> blockSeconds) {

    /** Of a generation that never came back to a model. */
    public static final KeptCaches NONE = new KeptCaches(0, Map.of(), Map.of(), Map.of());
}
