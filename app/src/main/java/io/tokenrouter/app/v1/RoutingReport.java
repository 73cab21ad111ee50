package io.tokenrouter.app.v1;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.tokenrouter.engine.api.GenerationStats;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The answer's {@code routing} object: who decided and who wrote, summed over all choices. A single model's has the counts
 * only.
 *
 * @param completionTokens generated ids by writing model, end tokens included
 * @param largeShare of them, the share that the large model wrote, 0 to 1
 * @param switches how often the writer changed
 * @param catchUpTokens ids that a model read only because another wrote them
 * @param keptCaches null for a single model, which nobody leaves
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record RoutingReport(
        @Nullable String pair,
        @Nullable String policy,
        @Nullable Integer policyVersion,
        @Nullable Double threshold,
        @Nullable String small,
        @Nullable String large,
        Map<String, Integer> completionTokens,
        @Nullable Double largeShare,
        int switches,
        Map<String, Integer> catchUpTokens,
        @Nullable KeptCachesReport keptCaches) {

    /** Null for a single model whose tokens nobody asked to trace. */
    static @Nullable RoutingReport of(Job job, List<GenerationStats> stats) {
        Map<String, Integer> written = WrittenTokens.byModel(job.routing(), stats);
        Map<String, Integer> caughtUp = new LinkedHashMap<>();
        int switches = 0;
        for (GenerationStats each : stats) {
            each.catchUpTokens().forEach((model, count) -> caughtUp.merge(model, count, Integer::sum));
            switches += each.switches();
        }
        return switch (job.routing()) {
            case AppliedRouting.None none ->
                job.output().trace()
                        ? new RoutingReport(null, null, null, null, null, null, written, null, switches, caughtUp, null)
                        : null;
            case AppliedRouting.OfPair pair -> ofPair(pair, written, switches, caughtUp, KeptCachesReport.of(stats));
        };
    }

    private static RoutingReport ofPair(
            AppliedRouting.OfPair pair,
            Map<String, Integer> written,
            int switches,
            Map<String, Integer> caughtUp,
            KeptCachesReport kept) {
        int all = written.values().stream().mapToInt(Integer::intValue).sum();
        int large = written.getOrDefault(pair.large(), 0);
        return new RoutingReport(
                pair.pair(),
                pair.policy(),
                pair.version(),
                pair.threshold(),
                pair.small(),
                pair.large(),
                written,
                all == 0 ? 0.0 : Math.round(1e6 * large / all) / 1e6,
                switches,
                caughtUp,
                kept);
    }
}
