package io.tokenrouter.engine.api;

import java.util.Map;

/**
 * A routing algorithm by name with its options as an operator or a request wrote them (numbers, strings, booleans).
 * The engine validates them against the algorithm's own ranges.
 *
 * @param algorithm name of a registered algorithm, for example {@code uncertainty}
 * @param options option name to value; what is not named has its default
 */
public record PolicySpec(String algorithm, Map<String, Object> options) {

    public PolicySpec {
        options = Map.copyOf(options);
    }

    public static PolicySpec of(String algorithm) {
        return new PolicySpec(algorithm, Map.of());
    }
}
