package io.tokenrouter.app.v1;

import io.tokenrouter.engine.api.GenerationStats;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Tokens of one request. A prompt counts once, however many answers it got; end tokens count.
 *
 * @param completionTokensByModel the generated ids by writing model; an extension of the protocol
 */
record Usage(
        int promptTokens,
        int completionTokens,
        int totalTokens,
        PromptTokensDetails promptTokensDetails,
        Map<String, Integer> completionTokensByModel) {

    /**
     * @param cachedTokens prompt ids found in the shared-prefix cache of the model that ran first
     */
    record PromptTokensDetails(int cachedTokens) {}

    /**
     * @param stats final figures, in the order of the choices
     */
    static Usage of(Job job, List<GenerationStats> stats) {
        int prompt = 0;
        int cached = 0;
        int completion = 0;
        Set<Integer> counted = new HashSet<>();
        for (int i = 0; i < stats.size(); i++) {
            GenerationStats each = stats.get(i);
            if (counted.add(job.choices().get(i).prompt())) {
                prompt += each.promptTokens();
                cached += each.cachedPromptTokens();
            }
            completion += each.totalCompletionTokens();
        }
        return new Usage(
                prompt,
                completion,
                prompt + completion,
                new PromptTokensDetails(cached),
                WrittenTokens.byModel(job.routing(), stats));
    }
}
