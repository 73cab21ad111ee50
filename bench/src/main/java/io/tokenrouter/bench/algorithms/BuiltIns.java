package io.tokenrouter.bench.algorithms;

import io.tokenrouter.demo.curve.Curve.Stroke;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The built-in algorithms with options that suit the demo pair: several thresholds for those that have one. Thresholds of entropy are quantiles on validation problems, those of the trained router are in its card.
 */
final class BuiltIns {

    /** In the order in which they are listed. */
    static final List<String> NAMES = List.of(
            "fixed",
            "random",
            "uncertainty",
            "momentum",
            "neural",
            "speculative",
            "glimpse",
            "relay",
            "fuse",
            "stepVerify");

    /** An entropy at which the pair is as accurate as the large model alone. */
    static final double CAUTIOUS = 0.1712;

    /** A step ends behind it, so that the first token of the next is the first digit of a result. */
    private static final String RESULT = "= ";

    private static final String LINE = "\n";
    private static final double[] ENTROPIES = {2.0423, 0.9049, 0.4711, CAUTIOUS, 0.0694};

    private BuiltIns() {}

    static List<Contender> of(Collection<String> names) {
        return all().stream()
                .filter(contender -> names.contains(contender.algorithm()))
                .toList();
    }

    private static List<Contender> all() {
        List<Contender> all = new ArrayList<>();
        all.add(point("fixed", Map.of("role", "small")));
        all.add(point("fixed", Map.of("role", "large")));
        curve(all, "random", Map.of(), "p", Stroke.DOTTED, 0.01, 0.03, 0.1, 0.3, 0.6);
        curve(all, "uncertainty", Map.of(), "enter", Stroke.SOLID, ENTROPIES);
        curve(all, "uncertainty", Map.of("mode", "switch"), "enter", Stroke.SOLID, ENTROPIES);
        Map<String, Object> quick = Map.of("metric", "entropy", "low", 0.7, "high", 0.75);
        all.add(Contender.policy(
                "momentum", Map.of("metric", "entropy", "threshold", CAUTIOUS), "momentum, defaults", Stroke.NONE));
        curve(all, "momentum", quick, "threshold", Stroke.SOLID, ENTROPIES);
        curve(all, "neural", Map.of(), "threshold", Stroke.SOLID, 0.9565, 0.8036, 0.405, 0.2341, 0.0339);
        all.add(point("speculative", Map.of("accept", "exact")));
        all.add(point("speculative", Map.of("accept", "greedy", "k", 2)));
        all.add(point("speculative", Map.of("accept", "greedy", "k", 8)));
        all.add(point("speculative", Map.of("accept", "cascade", "deferral", "token", "alpha", 0.3)));
        all.add(point("speculative", Map.of("accept", "maxLoss", "maxLoss", 5.0, "k", 10, "fallbackProb", 0.6)));
        curve(all, "glimpse", Map.of("delimiter", RESULT), "tau", Stroke.SOLID, ENTROPIES);
        all.add(point("relay", Map.of()));
        all.add(point("fuse", Map.of()));
        all.add(point("fuse", Map.of("weightLarge", 1.5, "weightSmall", -0.5, "plausibility", 0.1)));
        curve(all, "fuse", Map.of("space", "prob", "gate", "entropy"), "tau", Stroke.SOLID, ENTROPIES);
        curve(all, "stepVerify", Map.of("delimiter", LINE), "accept", Stroke.NONE, 3, 5, 7);
        return all;
    }

    private static Contender point(String algorithm, Map<String, Object> options) {
        return Contender.policy(algorithm, options, algorithm, Stroke.NONE);
    }

    private static void curve(
            List<Contender> all,
            String algorithm,
            Map<String, Object> options,
            String threshold,
            Stroke stroke,
            double... values) {
        String variant = options.containsKey("mode") ? ", switch" : options.containsKey("gate") ? ", gate" : "";
        Arrays.stream(values).forEach(value -> {
            Map<String, Object> each = new TreeMap<>(options);
            each.put(threshold, value);
            all.add(Contender.policy(algorithm, each, algorithm + variant, stroke));
        });
    }
}
