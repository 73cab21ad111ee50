package io.tokenrouter.engine.routing.builtin;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenrouter.engine.api.PolicySpec;
import io.tokenrouter.engine.routing.RoutingAlgorithms;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/** The algorithms against the rules of docs/algorithms.md said again, slowly, over whole lists. */
class UncertaintyProperties {

    @Property
    void replaceFollowsItsRule(
            @ForAll @Size(min = 1, max = 60) List<@DoubleRange(max = 2) Double> small,
            @ForAll @DoubleRange(max = 2) double enter,
            @ForAll @DoubleRange(max = 1) double gap,
            @ForAll @IntRange(min = 1, max = 6) int window,
            @ForAll @IntRange(min = 1, max = 4) int minStay) {
        double exit = enter * gap;
        StringBuilder expected = new StringBuilder();
        List<Double> seen = new ArrayList<>();
        for (double value : small) {
            boolean large = !expected.isEmpty() && expected.charAt(expected.length() - 1) == 'L';
            boolean bound = hasSwitched(expected) && run(expected) < minStay;
            if (bound && large) {
                expected.append('L');
                continue;
            }
            seen.add((double) (float) value);
            boolean unsure = mean(seen, window) >= (large ? exit : enter);
            expected.append(!bound && unsure ? 'L' : 's');
        }

        Walk<?> walk = Walk.begin(
                "uncertainty",
                Map.of("enter", enter, "exit", exit, "window", window, "minStay", minStay),
                Walk.entropies(array(small), new double[small.size()]));

        assertThat(walk.writers(small.size())).isEqualTo(expected.toString());
    }

    @Property
    void switchFollowsItsRule(
            @ForAll @Size(60) List<@DoubleRange(max = 2) Double> small,
            @ForAll @Size(60) List<@DoubleRange(max = 2) Double> large,
            @ForAll @DoubleRange(max = 2) double enter,
            @ForAll @DoubleRange(max = 1) double gap,
            @ForAll @IntRange(min = 1, max = 6) int window,
            @ForAll @IntRange(min = 1, max = 4) int minStay) {
        double exit = enter * gap;
        StringBuilder expected = new StringBuilder();
        List<Double> written = new ArrayList<>();
        char pen = 's';
        int steps = minStay;
        while (expected.length() < 60) {
            int p = expected.length();
            double value = (float) (double) (pen == 's' ? small : large).get(p);
            steps++;
            written.add(value);
            double mean = mean(written, window);
            if (pen == 's' && mean >= enter && steps >= minStay) {
                written.removeLast();
                pen = 'L';
                steps = 0;
                continue;
            }
            expected.append(pen);
            if (pen == 'L' && mean < exit && steps >= minStay) {
                pen = 's';
                steps = 0;
            }
        }

        Walk<?> walk = Walk.begin(
                "uncertainty",
                Map.of("mode", "switch", "enter", enter, "exit", exit, "window", window, "minStay", minStay),
                Walk.entropies(array(small), array(large)));

        assertThat(walk.writers(60)).isEqualTo(expected.toString());
    }

    @Property
    void momentumFollowsItsRule(
            @ForAll @Size(min = 1, max = 60) List<@DoubleRange(max = 2) Double> small,
            @ForAll @DoubleRange(max = 2) double threshold) {
        StringBuilder expected = new StringBuilder();
        for (int p = 0; p < small.size(); p++) {
            double calm = 0;
            for (int i = 0; i <= p; i++) {
                calm = 0.7 * calm + (1 - 0.7) * ((float) (double) small.get(i) < threshold ? 1 : 0);
            }
            boolean large = p == 0 || expected.charAt(p - 1) == 'L';
            expected.append(calm <= (large ? 0.7 : 0.3) ? 'L' : 's');
        }

        Walk<?> walk = Walk.begin(
                "momentum",
                Map.of("metric", "entropy", "threshold", threshold),
                Walk.entropies(array(small), new double[small.size()]));

        assertThat(walk.writers(small.size())).isEqualTo(expected.toString());
    }

    @Property
    void aHigherThresholdNeverAsksTheLargeModelMore(
            @ForAll @Size(40) List<@DoubleRange(max = 2) Double> small,
            @ForAll @DoubleRange(max = 2) double a,
            @ForAll @DoubleRange(max = 2) double b) {
        String low = replace(small, Math.min(a, b));
        String high = replace(small, Math.max(a, b));

        for (int p = 0; p < 40; p++) {
            assertThat(high.charAt(p) == 'L' && low.charAt(p) == 's').isFalse();
        }
    }

    @Property
    void requestsOfOnePolicyShareNothing(
            @ForAll @Size(40) List<@DoubleRange(max = 2) Double> first,
            @ForAll @Size(40) List<@DoubleRange(max = 2) Double> second,
            @ForAll boolean switching) {
        var algorithm = RoutingAlgorithms.load()
                .create(new PolicySpec(
                        "uncertainty", Map.of("mode", switching ? "switch" : "replace", "window", 3, "minStay", 2)));
        var scriptA = Walk.entropies(array(first), array(second));
        var scriptB = Walk.entropies(array(second), array(first));
        String alone = Walk.begin(algorithm, scriptA, 0).writers(40);

        Walk<?> a = Walk.begin(algorithm, scriptA, 0);
        Walk<?> b = Walk.begin(algorithm, scriptB, 0);
        for (int i = 0; i < 30; i++) {
            a.hop();
            b.hop();
        }

        assertThat(a.writers(40)).isEqualTo(alone);
    }

    private static String replace(List<Double> small, double enter) {
        return Walk.begin("uncertainty", Map.of("enter", enter), Walk.entropies(array(small), new double[40]))
                .writers(40);
    }

    private static double mean(List<Double> values, int window) {
        return values.subList(Math.max(0, values.size() - window), values.size()).stream()
                .mapToDouble(Double::doubleValue)
                .average()
                .orElseThrow();
    }

    /** A request begins with the small model, which is free to lose the pen at once. */
    private static boolean hasSwitched(CharSequence writers) {
        return writers.toString().contains("L");
    }

    private static int run(CharSequence writers) {
        int n = writers.length();
        int run = 0;
        while (run < n && writers.charAt(n - 1 - run) == writers.charAt(n - 1)) {
            run++;
        }
        return run;
    }

    private static double[] array(List<Double> values) {
        return values.stream().mapToDouble(Double::doubleValue).toArray();
    }
}
