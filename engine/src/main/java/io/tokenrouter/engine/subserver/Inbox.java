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

    /** From any thread; does not wake the consumer. */
    void put(Seat seat) {
        Seat before;
        do {
            before = newest.get();
            seat.earlier = before;
        } while (!newest.compareAndSet(before, seat));
    }

    /** Wakes the consumer if it sleeps. */
    void wake() {
        Thread thread = sleeper;
        if (thread != null) {
            sleeper = null;
            LockSupport.unpark(thread);
        }
    }

    /** Hands out everything in the order of arrival; only by the consumer. */
    void drain(Consumer<Seat> to) {
        if (newest.get() == null) {
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

    /** Sleeps until {@link #wake}, unless there is a reason not to; only by the consumer. May return early. */
    void sleep(Wakeup reason) {
        sleeper = Thread.currentThread();
        if (!reason.isDue()) {
            LockSupport.park(this);
        }
        sleeper = null;
    }

    /** What ends a sleep; looked at after the sleeper is known to those who wake it, so nothing is missed. */
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
