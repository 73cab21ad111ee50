package io.tokenrouter.app.keys;

import io.github.bucket4j.TimeMeter;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/** Time that passes only when told to, for instants and rates alike. */
final class ManualClock implements InstantSource, TimeMeter {

    private Instant now = Instant.parse("2026-11-30T12:00:00Z");
    private long nanos;

    void advance(Duration by) {
        now = now.plus(by);
        nanos += by.toNanos();
    }

    @Override
    public Instant instant() {
        return now;
    }

    @Override
    public long currentTimeNanos() {
        return nanos;
    }

    @Override
    public boolean isWallClockBased() {
        return false;
    }
}
