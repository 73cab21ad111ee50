package io.tokenrouter.ui;

import java.time.Instant;
import java.util.List;

/** A server under a steady load. */
final class ScriptedOverview implements ConsoleOverview {

    @Override
    public Moment now() {
        long millis = System.currentTimeMillis();
        return new Moment(
                1,
                millis,
                Instant.ofEpochSecond(millis / 10_000 * 10 - 10),
                null,
                List.of(
                        new ModelNow("demo-small", millis * 4, millis / 2, millis / 1e3 * 0.8, 6, 1, 0.4, 12, 100),
                        new ModelNow("demo-large", millis / 6, millis / 6, millis / 1e3 * 0.7, 1, 0, null, 31, 100)),
                List.of(
                        new PairNow("demo", 8, 3, millis * 4, millis / 6, "sssssl".repeat(18)),
                        new PairNow("odd", 0, 0, 0, 0, "")),
                11,
                3,
                210.0);
    }
}
