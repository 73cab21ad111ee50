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
 */
public record Forecast(
        int requests,
        Way tuned,
        Way greedy,
        Way lockstep,
        Way oneAtATime,
        BatchingSettings settings,
        String settingsText,
        String why) {

    /** Throughput gained over greedy, as a fraction of it. */
    public double gain() {
        return tuned.tokensPerSecond() / greedy.tokensPerSecond() - 1;
    }
}
