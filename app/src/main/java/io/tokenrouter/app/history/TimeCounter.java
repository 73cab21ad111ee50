package io.tokenrouter.app.history;

import java.util.concurrent.atomic.AtomicLongArray;

/** Counts times by their {@link TimeBuckets}, since the start. Safe from any thread, without locks. */
final class TimeCounter {

    private final AtomicLongArray byBucket = new AtomicLongArray(TimeBuckets.COUNT);

    void add(long nanos) {
        byBucket.incrementAndGet(TimeBuckets.indexOf(nanos));
    }

    Counts counts() {
        long[] copy = new long[TimeBuckets.COUNT];
        for (int i = 0; i < copy.length; i++) {
            copy[i] = byBucket.get(i);
        }
        return Counts.of(copy);
    }
}
