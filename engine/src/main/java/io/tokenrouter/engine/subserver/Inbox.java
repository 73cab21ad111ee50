package io.tokenrouter.engine.subserver;

import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Seats on their way to a subserver: many producers, one consumer, no lock and nothing allocated, because the seats themselves
 * are linked. A seat is in it once at most, so admission, which bounds the seats, bounds it.
 */
final class Inbox {

    private final AtomicReference<@Nullable Seat> newest = new AtomicReference<>();
    private volatile @Nullable Thread sleeper;

    /** From any thread. */
    void put(Seat seat) {
        Seat before;
        do {
            before = newest.get();
            seat.earlier = before;
        } while (!newest.compareAndSet(before, seat));
        wake();
    }

    /** Wakes the consumer if it sleeps. */
    void wake() {
        Thread thread = sleeper;
        if (thread != null) {
            sleeper = null;
            LockSupport.unpark(thread);
        }
    }

    boolean isEmpty() {
        return newest.get() == null;
    }

    /** Hands out everything in the order of arrival; only by the consumer. */
    void drain(Consumer<Seat> to) {
        if (isEmpty()) {
            return;
        }
        Seat seat = reversed(newest.getAndSet(null));
        while (seat != null) {
            Seat next = seat.earlier;
            seat.earlier = null;
            to.accept(seat);
            seat = next;
        }
    }

    /**
     * Sleeps until {@link #wake} or {@link #put}, or until the time has passed; only by the consumer. May return early.
     *
     * @param nanos {@link Long#MAX_VALUE} sets no limit
     */
    void sleep(long nanos, Wakeup reason) {
        sleeper = Thread.currentThread();
        if (isEmpty() && !reason.isDue()) {
            if (nanos == Long.MAX_VALUE) {
                LockSupport.park(this);
            } else {
                LockSupport.parkNanos(this, nanos);
            }
        }
        sleeper = null;
    }

    /** What ends a sleep beside an arrival; looked at after the sleeper is known to producers, so none is missed. */
    @FunctionalInterface
    interface Wakeup {
        boolean isDue();
    }

    private static @Nullable Seat reversed(@Nullable Seat newestFirst) {
        Seat oldestFirst = null;
        Seat seat = newestFirst;
        while (seat != null) {
            Seat next = seat.earlier;
            seat.earlier = oldestFirst;
            oldestFirst = seat;
            seat = next;
        }
        return oldestFirst;
    }
}
