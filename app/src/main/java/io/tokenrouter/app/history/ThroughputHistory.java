package io.tokenrouter.app.history;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What was measured of a time, in points of equal length. Every series has one value for each point; null is what was not
 * measured, which is never zero.
 *
 * @param from where the first point begins
 * @param to end of the time
 * @param step seconds of a point
 * @param resolution seconds of the spans that points are made of
 * @param stored whether the database could be read; if not, only the last hour's samples of this server are there
 * @param memorySince since when this server has samples in memory; null if there are none yet
 * @param at where each point begins, in seconds since 1970
 */
public record ThroughputHistory(
        Instant from,
        Instant to,
        int step,
        int resolution,
        boolean stored,
        @Nullable Instant memorySince,
        List<Long> at,
        List<Model> models,
        List<Target> targets) {

    /** One model. */
    public record Model(String model, ModelSeries series, ModelTotals totals) {}

    /**
     * One model over time.
     *
     * @param rowsPerStep mean
     * @param heldMillis how long a step was held back before it began, mean
     * @param stepMillis how long it took, median
     * @param waitingRows rows that wait for a step, mean
     * @param kvUsage share of the KV blocks that generations hold, mean
     */
    public record ModelSeries(
            List<@Nullable Double> tokensPerSecond,
            List<@Nullable Double> rowsPerStep,
            List<@Nullable Double> heldMillis,
            List<@Nullable Double> stepMillis,
            List<@Nullable Double> waitingRows,
            List<@Nullable Double> kvUsage) {}

    /**
     * One model in all of the time.
     *
     * @param seconds that were measured
     * @param busy share of them that it was in a step
     * @param stepsByRows steps by their rows: 1, 2, 3 and 4, 5 to 8, and so on
     * @param heldByOctave steps by how long they were held back: below 0.1 ms, 0.2, 0.4, and so on
     */
    public record ModelTotals(
            double seconds,
            long writtenTokens,
            @Nullable Double tokensPerSecond,
            long steps,
            @Nullable Double rowsPerStep,
            @Nullable Double stepMillisP50,
            @Nullable Double heldMillis,
            @Nullable Double busy,
            @Nullable Double kvUsage,
            int mostWaitingRows,
            long prefillTokens,
            long catchUpTokens,
            long discardedTokens,
            long prefixHitTokens,
            List<Long> stepsByRows,
            List<Long> heldByOctave) {}

    /**
     * A pair or a model that callers named.
     *
     * @param small of a pair; null for a model, and for a pair that is not served any more
     */
    public record Target(
            String target, @Nullable String small, @Nullable String large, TargetSeries series, TargetTotals totals) {}

    /**
     * A target over time.
     *
     * @param tokensPerSecond by the model that wrote them
     * @param largeShare of a pair's tokens, those that the large model wrote
     * @param running generations that had a place, mean
     * @param waiting generations that waited for one, mean
     */
    public record TargetSeries(
            Map<String, List<@Nullable Double>> tokensPerSecond,
            List<@Nullable Double> largeShare,
            List<@Nullable Double> running,
            List<@Nullable Double> waiting,
            Percentiles firstTokenMillis,
            Percentiles betweenTokensMillis) {}

    /** Percentiles over time. */
    public record Percentiles(List<@Nullable Double> p50, List<@Nullable Double> p95, List<@Nullable Double> p99) {}

    /** A target in all of the time. */
    public record TargetTotals(
            double seconds,
            Map<String, Long> tokens,
            @Nullable Double largeShare,
            long promptTokens,
            long ended,
            long failed,
            long cancelled,
            long switches,
            int mostRunning,
            int mostWaiting,
            ThreePercentiles firstTokenMillis,
            ThreePercentiles betweenTokensMillis) {}

    /** Percentiles of all of the time; null where nothing was measured. */
    public record ThreePercentiles(
            @Nullable Double p50,
            @Nullable Double p95,
            @Nullable Double p99) {}
}
