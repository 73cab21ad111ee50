package io.tokenrouter.app.admin;

import io.tokenrouter.app.persistence.PolicyFigures;
import io.tokenrouter.app.persistence.PolicyVersion;
import io.tokenrouter.app.serving.ServedPolicy;
import io.tokenrouter.engine.api.PolicySpec;
import io.tokenrouter.engine.routing.AlgorithmFactory;
import io.tokenrouter.engine.routing.OptionSpec;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A policy as the admin API tells it.
 *
 * @param version counts its changes from 1
 * @param options as they were saved; what is left out has its default
 * @param pairs ids of those that follow it
 */
record PolicyJson(String name, int version, String algorithm, Map<String, Object> options, List<String> pairs) {

    static PolicyJson of(ServedPolicy policy, List<String> pairs) {
        return new PolicyJson(
                policy.name(),
                policy.version(),
                policy.spec().algorithm(),
                policy.spec().options(),
                pairs);
    }

    /**
     * What came of the requests of a version.
     *
     * @param largeShare of the tokens, 0 to 1; null where the large model is not known or there are none
     * @param switchesPerAnswer how often the writer changed, in the mean
     */
    record Outcome(
            int version,
            long answers,
            long tokens,
            @Nullable Long largeTokens,
            @Nullable Double largeShare,
            double switchesPerAnswer,
            Instant first,
            Instant last) {

        static Outcome of(PolicyFigures figures) {
            Long large = figures.largeTokens();
            return new Outcome(
                    figures.version(),
                    figures.answers(),
                    figures.tokens(),
                    large,
                    large == null || figures.tokens() == 0 ? null : (Double) ((double) large / figures.tokens()),
                    (double) figures.switches() / figures.answers(),
                    figures.first(),
                    figures.last());
        }
    }

    /** One content that a policy had or has. */
    record Version(
            int version,
            String algorithm,
            Map<String, Object> options,
            Instant savedAt,
            @Nullable String author,
            @Nullable String reason,
            @Nullable Integer restores) {

        static Version of(PolicyVersion version) {
            return new Version(
                    version.version(),
                    version.spec().algorithm(),
                    version.spec().options(),
                    version.savedAt(),
                    version.author(),
                    version.reason(),
                    version.restores());
        }
    }

    /** An algorithm with what can be set. */
    record Algorithm(String name, String help, @Nullable String threshold, List<Option> options) {

        static Algorithm of(AlgorithmFactory factory) {
            return new Algorithm(
                    factory.name(),
                    factory.help(),
                    factory.thresholdOption(),
                    factory.options().stream().map(Option::of).toList());
        }
    }

    /**
     * One option.
     *
     * @param type number, integer, choice, flag or text
     * @param defaultValue null where leaving it out means something that the help tells
     */
    record Option(
            String name,
            String type,
            @Nullable Object defaultValue,
            @Nullable Double min,
            @Nullable Double max,
            String unit,
            String range,
            String help,
            List<String> choices) {

        static Option of(OptionSpec spec) {
            boolean isNumber = spec.type() == OptionSpec.Type.NUMBER || spec.type() == OptionSpec.Type.INTEGER;
            return new Option(
                    spec.name(),
                    ModelJson.word(spec.type()),
                    spec.defaultValue(),
                    isNumber ? (Double) spec.min() : null,
                    isNumber ? (Double) spec.max() : null,
                    spec.unit(),
                    spec.range(),
                    spec.help(),
                    spec.choices());
        }
    }

    /**
     * Two versions side by side.
     *
     * @param options of both, defaults filled in
     */
    record Diff(Version from, Version to, List<Change> options) {}

    /** One option in two versions; null where it is not set, or the algorithm has no such option. */
    record Change(
            String option,
            @Nullable Object before,
            @Nullable Object after,
            boolean changed) {}

    static Diff diff(PolicyVersion from, PolicyVersion to, List<AlgorithmFactory> algorithms) {
        Map<String, Object> before = effective(from.spec(), algorithms);
        Map<String, Object> after = effective(to.spec(), algorithms);
        List<String> names = new ArrayList<>(before.keySet());
        after.keySet().stream().filter(name -> !before.containsKey(name)).forEach(names::add);
        return new Diff(
                Version.of(from),
                Version.of(to),
                names.stream()
                        .map(name -> new Change(
                                name, before.get(name), after.get(name), !same(before.get(name), after.get(name))))
                        .toList());
    }

    /** A whole number comes back from the database in another type than it was saved in. */
    private static boolean same(@Nullable Object one, @Nullable Object other) {
        return one instanceof Number first && other instanceof Number second
                ? first.doubleValue() == second.doubleValue()
                : Objects.equals(one, other);
    }

    private static Map<String, Object> effective(PolicySpec spec, List<AlgorithmFactory> algorithms) {
        Map<String, Object> options = new LinkedHashMap<>();
        algorithms.stream()
                .filter(factory -> factory.name().equals(spec.algorithm()))
                .flatMap(factory -> factory.options().stream())
                .forEach(option -> {
                    Object value = spec.options().getOrDefault(option.name(), option.defaultValue());
                    if (value != null) {
                        options.put(option.name(), value);
                    }
                });
        spec.options().forEach(options::putIfAbsent);
        return options;
    }
}
