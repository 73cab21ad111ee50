package io.tokenrouter.app.v1;

import io.tokenrouter.engine.api.GenerationStats;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Generated ids by the model that wrote them. */
final class WrittenTokens {

    private WrittenTokens() {}

    /**
     * Summed over all choices, end tokens included. Both models of a pair are there, the small one first, also with 0.
     *
     * @param stats final figures of each choice
     */
    static Map<String, Integer> byModel(AppliedRouting routing, List<GenerationStats> stats) {
        Map<String, Integer> written = new LinkedHashMap<>();
        if (routing instanceof AppliedRouting.OfPair pair) {
            written.put(pair.small(), 0);
            written.put(pair.large(), 0);
        }
        for (GenerationStats each : stats) {
            each.completionTokens().forEach((model, count) -> written.merge(model, count, Integer::sum));
        }
        return written;
    }
}
