package io.tokenrouter.bench.algorithms;

import java.util.Locale;
import java.util.function.LongSupplier;

/** How long equal parts of some work will still take, from how long those that are done took. For one thread. */
final class RemainingTime {

    private final int parts;
    private final LongSupplier clock;
    private final long start;
    private int done;

    /** @param clock nanoseconds */
    RemainingTime(int parts, LongSupplier clock) {
        this.parts = parts;
        this.clock = clock;
        this.start = clock.getAsLong();
    }

    /** One more part is done. */
    String afterOneMore() {
        done++;
        double each = (clock.getAsLong() - start) / 1e9 / done;
        return String.format(Locale.ROOT, "about %.0f s left", each * (parts - done));
    }
}
