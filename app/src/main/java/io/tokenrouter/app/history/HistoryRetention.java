package io.tokenrouter.app.history;

import java.time.Duration;

/**
 * How long each resolution is kept, counted from where a span begins.
 *
 * @param version of the operators' decision; 0 for what the configuration says
 * @param samples at least an hour
 * @param minutes at least as long as the samples
 * @param hours at least as long as the minutes
 */
public record HistoryRetention(long version, Duration samples, Duration minutes, Duration hours) {

    static final Duration LEAST = Duration.ofHours(1);
    static final Duration MOST = Duration.ofDays(3660);

    /** @throws InvalidRetentionException if a coarser resolution ends before a finer one, or one is out of range */
    public HistoryRetention {
        check("samples", samples, LEAST);
        check("minutes", minutes, samples);
        check("hours", hours, minutes);
    }

    public Duration of(Resolution resolution) {
        return switch (resolution) {
            case SAMPLES -> samples;
            case MINUTES -> minutes;
            case HOURS -> hours;
        };
    }

    private static void check(String field, Duration value, Duration least) {
        if (value.compareTo(least) < 0 || value.compareTo(MOST) > 0) {
            throw new InvalidRetentionException(
                    field,
                    "must be from " + least.toSeconds() + " to " + MOST.toSeconds() + " seconds, not "
                            + value.toSeconds());
        }
    }
}
