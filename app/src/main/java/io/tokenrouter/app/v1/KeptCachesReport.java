package io.tokenrouter.app.v1;

import io.tokenrouter.engine.api.GenerationStats;
import io.tokenrouter.engine.api.KeptCaches;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** {@link KeptCaches}, summed over all choices; by model. */
record KeptCachesReport(
        int returns,
        Map<String, Integer> savedTokens,
        Map<String, Integer> recomputedTokens,
        Map<String, Double> blockSeconds) {

    static KeptCachesReport of(List<GenerationStats> stats) {
        Map<String, Integer> saved = new LinkedHashMap<>();
        Map<String, Integer> recomputed = new LinkedHashMap<>();
        Map<String, Double> held = new LinkedHashMap<>();
        int returns = 0;
        for (GenerationStats each : stats) {
            KeptCaches kept = each.keptCaches();
            returns += kept.returns();
            kept.savedTokens().forEach((model, count) -> saved.merge(model, count, Integer::sum));
            kept.recomputedTokens().forEach((model, count) -> recomputed.merge(model, count, Integer::sum));
            kept.blockSeconds().forEach((model, seconds) -> held.merge(model, seconds, Double::sum));
        }
        held.replaceAll((model, seconds) -> Math.round(1e6 * seconds) / 1e6);
        return new KeptCachesReport(returns, saved, recomputed, held);
    }
}
