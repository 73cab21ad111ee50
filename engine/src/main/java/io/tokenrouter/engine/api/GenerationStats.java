package io.tokenrouter.engine.api;

import java.util.Map;

/**
 * Figures of one generation, final in its last event.
 *
 * @param promptTokens ids of the prompt
 * @param cachedPromptTokens of these, how many came from the shared-prefix cache of the model that ran first
 * @param completionTokens committed ids by writing model, in the pair's order; the end token included
 * @param switches how often the writer changed
 * @param catchUpTokens per model, ids extended only because another model wrote them (prompt not counted)
 * @param discardedTokens proposals computed and not taken
 * @param sideBranchTokens ids that models read beside the answer, to be asked about it
 * @param keptCaches what the models' caches saved and cost at changes of models
 * @param queuedNanos time from submission to the first step
 * @param firstTokenNanos time from submission to the first committed token; 0 if there was none
 * @param totalNanos time from submission to the end
 */
public record GenerationStats(
        int promptTokens,
        int cachedPromptTokens,
        Map<String, Integer> completionTokens,
        int switches,
        Map<String, Integer> catchUpTokens,
        int discardedTokens,
        int sideBranchTokens,
        KeptCaches keptCaches,
        long queuedNanos,
        long firstTokenNanos,
        long totalNanos) {

    /** All committed ids. */
    public int totalCompletionTokens() {
        return completionTokens.values().stream().mapToInt(Integer::intValue).sum();
    }
}
