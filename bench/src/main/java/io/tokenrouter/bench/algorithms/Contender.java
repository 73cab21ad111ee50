package io.tokenrouter.bench.algorithms;

import io.tokenrouter.demo.curve.Curve.Stroke;
import io.tokenrouter.engine.api.PolicySpec;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/**
 * One way to answer.
 *
 * @param algorithm as rows name it
 * @param options of its policy, by name
 * @param target the pair or a single model
 * @param policy null for a single model
 * @param curve that it is a point of
 * @param stroke of that curve
 */
record Contender(
        String algorithm,
        Map<String, Object> options,
        String target,
        @Nullable PolicySpec policy,
        String curve,
        Stroke stroke) {

    static Contender model(String name, String target) {
        return new Contender(name, Map.of(), target, null, name, Stroke.NONE);
    }

    /** @param curve what a point of the same name has in common with it */
    static Contender policy(String algorithm, Map<String, Object> options, String curve, Stroke stroke) {
        return new Contender(
                algorithm, new TreeMap<>(options), DemoPair.PAIR, new PolicySpec(algorithm, options), curve, stroke);
    }

    @Override
    public String toString() {
        return options.isEmpty()
                ? algorithm
                : algorithm + " " + JsonMapper.shared().writeValueAsString(options);
    }
}
