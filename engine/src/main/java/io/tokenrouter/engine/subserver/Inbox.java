package io.tokenrouter.engine.subserver;

import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Seats on their way to a subserver: many producers, one consumer, no lock and nothing allocated, because the seats themselves
 * are linked. A seat is in it once at most, so admission, which bounds the seats, bounds it.
 */
final class Inbox {

    private final AtomicReference<@Nullable Seat> newest = new AtomicReference<>();

    /** From any thread; wakes nobody. */
    void put(Seat seat) {
        Seat before;
        do {
            before = newest.get();
            seat.earlier = before;
        } while (!newest.compareAndSet(before, seat));
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
