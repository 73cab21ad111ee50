package io.tokenrouter.ui;

import java.time.Instant;

/** A new sample every ten seconds. */
final class ScriptedThroughput implements ConsoleThroughput {

    @Override
    public ThroughputStatus status() {
        Instant now = Instant.ofEpochSecond(System.currentTimeMillis() / 10_000 * 10);
        return new ThroughputStatus(
                now.minusSeconds(10), now.minusSeconds(3_600), null, 0, 2_160, 0, 604_800, 7_776_000, 34_560_000);
    }
}
