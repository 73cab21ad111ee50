package io.tokenrouter.ui;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Accuracy and large-model share of a pair as measured on a set of problems. Shares and accuracies are fractions, 0 to 1.
 *
 * @param problems how many problems were run per point
 * @param smallAccuracy of the small model alone
 * @param largeAccuracy of the large model alone
 * @param points at least two, of the pair's own algorithm at rising thresholds
 * @param random what the same shares come to where chance chooses the tokens, at rising shares; empty where that was not measured
 */
public record MeasuredQuality(
        int problems, double smallAccuracy, double largeAccuracy, List<Point> points, List<Chance> random) {

    private static final Map<String, Object> OPTIONS =
            Map.of("metric", "entropy", "window", 1L, "minStay", 1L, "mode", "replace", "normalised", false);

    public MeasuredQuality {
        points = List.copyOf(points);
        random = List.copyOf(random);
    }

    /** Whether a policy decides as the measured one did: replacing single tokens from an entropy on. */
    public static boolean isOf(PolicyView policy) {
        return policy.algorithm().equals("uncertainty")
                && OPTIONS.entrySet().stream()
                        .allMatch(option ->
                                same(option.getValue(), policy.options().get(option.getKey())))
                && !policy.options().containsKey("exit");
    }

    /** What is left out has its default; numbers come back from a database in other types than they have as defaults. */
    private static boolean same(Object measured, @Nullable Object set) {
        if (set == null) {
            return true;
        }
        return measured instanceof Number one && set instanceof Number other
                ? one.doubleValue() == other.doubleValue()
                : measured.equals(set);
    }

    /** One measured setting. */
    public record Point(double threshold, double largeShare, double accuracy) {}

    /** A share that chance chose. */
    public record Chance(double largeShare, double accuracy) {}
}
