package io.tokenrouter.engine.runtime;

import io.tokenrouter.engine.api.PolicySpec;
import java.util.List;
import java.util.Map;

/** The built-in algorithms, each with options with which it asks both fake models within some dozen tokens. */
final class BuiltIns {

    private BuiltIns() {}

    /** All but {@code fixed}, which asks one. */
    static List<PolicySpec> ofBothModels() {
        return List.of(
                random(),
                FakePair.entropy(0.5),
                new PolicySpec("uncertainty", Map.of("enter", 0.5, "mode", "switch")),
                new PolicySpec("momentum", Map.of("threshold", 0.5, "low", 0.7, "high", 0.75)),
                new PolicySpec("neural", Map.of("threshold", 0.5)),
                new PolicySpec("glimpse", Map.of("delimiter", "<3", "tau", 0.4)),
                new PolicySpec("stepVerify", Map.of("delimiter", "<3", "rubric", "rate ", "accept", 5)),
                new PolicySpec("relay", Map.of("open", "<", "close", ">", "maxCalls", 100, "maxPerCall", 3)),
                speculative(Map.of("accept", "exact")),
                speculative(Map.of("accept", "greedy", "k", 3)),
                speculative(Map.of("accept", "cascade", "deferral", "token")),
                speculative(Map.of("accept", "maxLoss", "fallbackProb", 0.6)),
                speculative(Map.of("accept", "head", "checkpoint", "demo")),
                new PolicySpec("fuse", Map.of()),
                new PolicySpec("fuse", Map.of("gate", "entropy", "tau", 0.5)));
    }

    static PolicySpec random() {
        return new PolicySpec("random", Map.of("p", 0.3));
    }

    static PolicySpec speculative(Map<String, Object> options) {
        return new PolicySpec("speculative", options);
    }
}
