package io.tokenrouter.app.admin;

import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.util.MultiValueMap;

/**
 * Which time is asked for, and of whom.
 *
 * @param step seconds of a point; 0 to choose it
 * @param ids of the models and targets that are told; empty for all
 */
record ThroughputParameters(Instant from, Instant to, int step, Set<String> ids) {

    private static final List<String> NAMES = List.of("from", "to", "step", "model");
    private static final Duration DEFAULT = Duration.ofHours(1);
    private static final int MOST_IDS = 32;

    /** @throws Problem 400 for the first that is wrong or unknown */
    static ThroughputParameters read(MultiValueMap<String, String> given, Instant now) {
        ParameterNames.check(given.keySet(), NAMES);
        Instant to = time("to", given.getFirst("to"), now);
        Instant from = time("from", given.getFirst("from"), to.minus(DEFAULT));
        List<String> ids = given.getOrDefault("model", List.of());
        if (ids.size() > MOST_IDS) {
            throw Problem.invalid("model", "model must be given at most " + MOST_IDS + " times");
        }
        return new ThroughputParameters(from, to, step(given.getFirst("step")), Set.copyOf(ids));
    }

    boolean wants(String id) {
        return ids.isEmpty() || ids.contains(id);
    }

    private static Instant time(String name, @Nullable String value, Instant otherwise) {
        if (value == null || value.isEmpty()) {
            return otherwise;
        }
        try {
            Instant time = Instant.parse(value);
            if (TimeRange.contains(time)) {
                return time;
            }
        } catch (DateTimeParseException e) {
            // told below
        }
        throw Problem.invalid(name, name + " must be a time in UTC such as 2026-11-30T12:00:00Z, " + TimeRange.WORDS);
    }

    private static int step(@Nullable String value) {
        if (value == null || value.isEmpty()) {
            return 0;
        }
        try {
            int step = Integer.parseInt(value);
            if (step > 0) {
                return step;
            }
        } catch (NumberFormatException e) {
            // told below
        }
        throw Problem.invalid("step", "step must be a number of seconds above 0");
    }
}
