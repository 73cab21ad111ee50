package io.tokenrouter.app.history;

import java.time.Duration;
import java.time.Instant;

/** How finely history is kept. Each is the sum of the one before it. */
public enum Resolution {
    SAMPLES(10),
    MINUTES(60),
    HOURS(3600);

    private final int seconds;

    Resolution(int seconds) {
        this.seconds = seconds;
    }

    public int seconds() {
        return seconds;
    }

    Duration length() {
        return Duration.ofSeconds(seconds);
    }

    /** Where the span begins that holds this moment. */
    Instant floor(Instant at) {
        return floor(at, seconds);
    }

    static Instant floor(Instant at, long stepSeconds) {
        return Instant.ofEpochSecond(Math.floorDiv(at.getEpochSecond(), stepSeconds) * stepSeconds);
    }
}
