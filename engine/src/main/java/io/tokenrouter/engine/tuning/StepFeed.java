package io.tokenrouter.engine.tuning;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.function.Consumer;

/**
 * What one model's steps tell the tuner: a ring of measured steps, and counts of where requests went. Writing takes no lock and
 * allocates nothing; where the reader is late further steps are left out, but no count is lost.
 *
 * <p>One thread writes, another one reads.
 */
final class StepFeed {

    private static final int CAPACITY = 1 << 12;
    private static final int LONGS = 4;
    private static final long PREFILL = 1L << 62;
    private static final long OVERLAPPED = 1L << 61;
    private static final int ROWS_SHIFT = 32;
    private static final int MOST_ROWS = (1 << 28) - 1;

    private final AtomicLongArray ring = new AtomicLongArray(CAPACITY * LONGS);
    private final AtomicLong written = new AtomicLong();
    private final AtomicLong read = new AtomicLong();
    private final AtomicLongArray routed;
    private final long[] routedBefore;

    /**
     * @param models that requests may go to
     */
    StepFeed(int models) {
        routed = new AtomicLongArray(models);
        routedBefore = new long[models];
    }

    void step(StepSample step) {
        long at = written.getPlain();
        if (at - read.getAcquire() == CAPACITY) {
            return;
        }
        int slot = slot(at);
        long kind = (step.prefill() ? PREFILL : 0) | (step.overlapped() ? OVERLAPPED : 0);
        ring.setPlain(slot, kind | (long) Math.min(step.rows(), MOST_ROWS) << ROWS_SHIFT | step.extraTokens());
        ring.setPlain(slot + 1, step.answers());
        ring.setPlain(slot + 2, step.endNanos());
        ring.setPlain(slot + 3, step.nanos());
        written.setRelease(at + 1);
    }

    /** After a visit a request goes to a model, or stays. */
    void routed(int to) {
        routed.setRelease(to, routed.getPlain(to) + 1);
    }

    /** Hands out the steps since the last call, oldest first. */
    void drain(Consumer<StepSample> reader) {
        long end = written.getAcquire();
        for (long at = read.getPlain(); at < end; at++) {
            int slot = slot(at);
            long shape = ring.getPlain(slot);
            reader.accept(new StepSample(
                    (int) (shape >> ROWS_SHIFT) & MOST_ROWS,
                    (int) ring.getPlain(slot + 1),
                    (int) shape,
                    (shape & PREFILL) != 0,
                    (shape & OVERLAPPED) != 0,
                    ring.getPlain(slot + 2),
                    ring.getPlain(slot + 3)));
        }
        read.setRelease(end);
    }

    /** Visits since the last call by where requests went. */
    long[] takeRouted() {
        long[] since = new long[routedBefore.length];
        for (int to = 0; to < since.length; to++) {
            long total = routed.getAcquire(to);
            since[to] = total - routedBefore[to];
            routedBefore[to] = total;
        }
        return since;
    }

    private static int slot(long at) {
        return (int) (at % CAPACITY) * LONGS;
    }
}
