package io.tokenrouter.engine.throughput;

import java.util.List;

/**
 * The best settings for a workload and what follows from them.
 *
 * @param choice the settings
 * @param prediction with them
 * @param greedy without any hold, on the device as it is
 * @param reason one line for people
 * @param considered everything that was compared, the choice among it
 */
public record Advice(
        BatchingChoice choice, Prediction prediction, Prediction greedy, String reason, List<Candidate> considered) {

    public Advice {
        considered = List.copyOf(considered);
    }

    /** Throughput over greedy, as a share: 0.02 for two percent more. */
    public double gain() {
        return prediction.tokensPerSecond() / greedy.tokensPerSecond() - 1;
    }

    /**
     * Settings that were compared.
     *
     * @param prediction the mean of several runs
     * @param assuredTokensPerSecond the worst of them, by which settings are compared
     */
    public record Candidate(BatchingChoice choice, Prediction prediction, double assuredTokensPerSecond) {}
}
