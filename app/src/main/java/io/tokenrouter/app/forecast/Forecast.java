package io.tokenrouter.app.forecast;

import io.tokenrouter.engine.throughput.BatchingSettings;

/**
 * What a pair would do with so many requests at once.
 *
 * @param tuned with the settings that suit it best
 * @param greedy with steps that begin as soon as anything waits
 * @param lockstep with all requests at the small model, then those that need it at the large one
 * @param oneAtATime with one request after the other
 * @param settings those of {@code tuned}
 * @param settingsText the same in a few words
 * @param why in a sentence with its figures
 * @param isMeasured false where steps could have more rows than any whose time is known; longer ones are then thought to go on as the
 *     last ones do
 */
public record Forecast(
        int requests,
        Way tuned,
        Way greedy,
        Way lockstep,
        Way oneAtATime,
        BatchingSettings settings,
        String settingsText,
        String why,
        boolean isMeasured) {

    /** Throughput gained over greedy, as a fraction of it. */
    public double gain() {
        return tuned.tokensPerSecond() / greedy.tokensPerSecond() - 1;
    }
}
