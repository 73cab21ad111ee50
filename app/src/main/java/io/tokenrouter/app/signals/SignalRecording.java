package io.tokenrouter.app.signals;

import java.time.Duration;

/**
 * Of how many requests signals are kept, and how much and how long.
 *
 * @param version of the operators' decision; 0 for none
 * @param share of the requests to pairs, drawn by chance, 0 to 1; 0 for none
 * @param mostBytes of all that is kept, before it is compressed; the oldest give way
 * @param kept since the end of the request
 */
public record SignalRecording(long version, double share, long mostBytes, Duration kept) {

    static final long LEAST_BYTES = 1L << 20;
    static final long MOST_BYTES = 1L << 40;
    static final Duration LEAST_KEPT = Duration.ofHours(1);
    static final Duration MOST_KEPT = Duration.ofDays(3660);

    /** Nothing is recorded. */
    public static final SignalRecording OFF = new SignalRecording(0, 0, 256L << 20, Duration.ofDays(30));

    /** @throws InvalidRecordingException if one is out of range */
    public SignalRecording {
        if (!(share >= 0 && share <= 1)) {
            throw new InvalidRecordingException("share", "must be a number from 0 to 1, not " + share);
        }
        if (mostBytes < LEAST_BYTES || mostBytes > MOST_BYTES) {
            throw new InvalidRecordingException(
                    "most_bytes", "must be from " + LEAST_BYTES + " to " + MOST_BYTES + ", not " + mostBytes);
        }
        if (kept.compareTo(LEAST_KEPT) < 0 || kept.compareTo(MOST_KEPT) > 0) {
            throw new InvalidRecordingException(
                    "kept_seconds",
                    "must be from " + LEAST_KEPT.toSeconds() + " to " + MOST_KEPT.toSeconds() + ", not "
                            + kept.toSeconds());
        }
    }
}
