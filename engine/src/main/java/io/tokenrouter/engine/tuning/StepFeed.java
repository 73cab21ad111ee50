package io.tokenrouter.engine.tuning;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * What one model's steps tell the tuner: a ring of measured steps, and counts of where requests went. Writing takes no lock and
 * allocates nothing; where the reader is late further steps are left out, but no count is lost.
 *
 * <p>One thread writes, another one reads.
 */
final class StepFeed {

    /** Takes measured steps. */
    @FunctionalInterface
    interface StepReader {
        /**
         * @param extraTokens new ids beyond one for each row
         * @param overlapped whether another model of the device was in a step meanwhile
         */
        void step(int rows, int extraTokens, long nanos, boolean overlapped);
    }

    private static final int CAPACITY = 1 << 12;

    private final AtomicLongArray shapes = new AtomicLongArray(CAPACITY);
    private final AtomicLongArray times = new AtomicLongArray(CAPACITY);
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

    /** A step that is fit to learn from: prompts are no part of it. */
    void step(int rows, int extraTokens, long nanos, boolean overlapped) {
        long at = written.getPlain();
        if (at - read.getAcquire() == CAPACITY) {
            return;
        }
        int slot = (int) at & CAPACITY - 1;
        shapes.setPlain(slot, (long) rows << 32 | extraTokens);
        times.setPlain(slot, overlapped ? -nanos : nanos);
        written.setRelease(at + 1);
    }

    /** After a visit a request goes to a model, or stays. */
    void routed(int to) {
        routed.setRelease(to, routed.getPlain(to) + 1);
    }

    /** Hands out the steps since the last call, oldest first. */
    void drain(StepReader reader) {
        long end = written.getAcquire();
        for (long at = read.getPlain(); at < end; at++) {
            int slot = (int) at & CAPACITY - 1;
            long shape = shapes.getPlain(slot);
            long nanos = times.getPlain(slot);
            reader.step((int) (shape >>> 32), (int) shape, Math.abs(nanos), nanos < 0);
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
}
