package io.tokenrouter.bench.quality;

import java.util.Map;

/**
 * Who is asked, and how it routes.
 *
 * @param name as the table shows it
 * @param model id of a pair or a single model
 * @param threshold as the table shows it; NaN where there is none
 * @param routing the request's {@code routing} object; empty for a single model
 */
record Policy(String name, String model, double threshold, Map<String, Object> routing) {

    static Policy single(String name, String model) {
        return new Policy(name, model, Double.NaN, Map.of());
    }

    static Policy entropy(String pair, double threshold) {
        return new Policy(
                "entropy",
                pair,
                threshold,
                Map.of("policy", "uncertainty", "options", Map.of("metric", "entropy"), "threshold", threshold));
    }

    /** A coin for every token; the request's seed is the coin's. */
    static Policy random(String pair, double share) {
        return new Policy("random", pair, share, Map.of("policy", "random", "threshold", share));
    }
}
