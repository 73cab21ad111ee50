package io.tokenrouter.ui;

import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/**
 * A policy as a choice of the page.
 *
 * @param name what a request sends
 * @param label what people read: name, version, and the algorithm where the name does not say it
 * @param options every option with its value, in one line
 * @param values the same as JSON, for the browser
 * @param threshold what the slider starts from
 */
record PolicyLabel(String name, String label, String options, String values, Threshold threshold) {

    /**
     * The threshold of a policy as the browser needs it to choose a scale. Null stands for what the policy does not have.
     *
     * @param metric of the algorithm {@code uncertainty}
     * @param option the option that {@code routing.threshold} sets
     * @param value the policy's own
     */
    record Threshold(
            String algorithm,
            @Nullable String metric,
            boolean normalised,
            @Nullable String option,
            @Nullable Object value) {}

    private static final char NO_BREAK = '\u00a0';

    static PolicyLabel of(PolicyView policy) {
        String options = policy.options().entrySet().stream()
                .map(option -> option.getKey() + NO_BREAK + Figures.plain(option.getValue()))
                .collect(Collectors.joining(", "));
        return new PolicyLabel(
                policy.name(),
                label(policy),
                options,
                JsonMapper.shared().writeValueAsString(policy.options()),
                threshold(policy));
    }

    /** Name and version. */
    static String named(PolicyView policy) {
        return policy.version() > 0 ? policy.name() + " " + policy.version() : policy.name();
    }

    private static String label(PolicyView policy) {
        return policy.name().equals(policy.algorithm()) ? named(policy) : named(policy) + ", " + policy.algorithm();
    }

    private static Threshold threshold(PolicyView policy) {
        String option = policy.thresholdOption();
        Object metric = policy.options().get("metric");
        return new Threshold(
                policy.algorithm(),
                metric == null ? null : metric.toString(),
                Boolean.TRUE.equals(policy.options().get("normalised")),
                option,
                option == null ? null : policy.options().get(option));
    }
}
