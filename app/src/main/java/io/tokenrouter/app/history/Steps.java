package io.tokenrouter.app.history;

import java.time.Duration;
import java.time.Instant;

/** Which points a span of time is shown by, and which resolution they are made of. */
record Steps(Instant from, Instant to, int seconds, Resolution resolution) {

    /** Most points of one answer. */
    static final int MOST_POINTS = 500;

    private static final int WANTED_POINTS = 400;
    private static final int[] ROUND = {
        10, 20, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10_800, 21_600, 43_200, 86_400, 172_800, 604_800,
        1_209_600
    };

    /** A point is made of at most so many spans of samples, of minutes. */
    private static final int MOST_SAMPLES_SECONDS = 120;

    private static final int MOST_MINUTES_SECONDS = 1800;

    /**
     * The finest round step that does not give too many points, or the step that is asked for; coarser where the finer
     * resolution is not kept for so long.
     *
     * @param step seconds; 0 to choose it
     * @throws InvalidHistoryException if a step of this length does not fit the span
     */
    static Steps of(Instant from, Instant to, int step, HistoryRetention kept, Instant now) {
        long span = Duration.between(from, to).toSeconds();
        int seconds = step == 0 ? round(span) : step;
        check(seconds, span);
        Resolution resolution = resolutionOf(seconds);
        while (resolution != Resolution.HOURS && from.isBefore(now.minus(kept.of(resolution)))) {
            resolution = Resolution.values()[resolution.ordinal() + 1];
        }
        int unit = resolution.seconds();
        seconds = (seconds + unit - 1) / unit * unit;
        return new Steps(Resolution.floor(from, seconds), to, seconds, resolution);
    }

    /** How many points there are. */
    int count() {
        return Math.toIntExact((Duration.between(from, to).toSeconds() + seconds - 1) / seconds);
    }

    private static int round(long span) {
        for (int candidate : ROUND) {
            if (span / candidate <= WANTED_POINTS) {
                return candidate;
            }
        }
        return ROUND[ROUND.length - 1];
    }

    private static void check(int seconds, long span) {
        int unit = resolutionOf(seconds).seconds();
        if (seconds < Resolution.SAMPLES.seconds() || seconds % unit != 0) {
            throw new InvalidHistoryException(
                    "step",
                    "must be a multiple of 10 up to 120 seconds, of 60 up to 1800, of 3600 above, not " + seconds);
        }
        if (span / seconds >= MOST_POINTS) {
            throw new InvalidHistoryException(
                    "step", "gives " + (span / seconds + 1) + " points; at most " + MOST_POINTS + " are answered");
        }
    }

    private static Resolution resolutionOf(int seconds) {
        if (seconds % Resolution.HOURS.seconds() == 0 || seconds > MOST_MINUTES_SECONDS) {
            return Resolution.HOURS;
        }
        return seconds % Resolution.MINUTES.seconds() == 0 || seconds > MOST_SAMPLES_SECONDS
                ? Resolution.MINUTES
                : Resolution.SAMPLES;
    }
}
