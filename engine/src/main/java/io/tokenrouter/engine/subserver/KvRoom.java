package io.tokenrouter.engine.subserver;

import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds blocks when the pool is short. First go the blocks of generations that are at another model, the one that left longest
 * ago first; then those of the youngest generation that waits here. Both run their ids again later: eviction costs time and
 * changes no result. An older generation never yields to a younger one, so the oldest always gets on.
 */
final class KvRoom {

    private final Set<Seat> away = new LinkedHashSet<>();

    /** The generation went elsewhere, its blocks stay as long as there is room. */
    void left(Seat seat) {
        if (seat.resident.blockCount() > 0) {
            away.add(seat);
        }
    }

    /** The generation came back, or gave up the seat. */
    void returned(Seat seat) {
        away.remove(seat);
    }

    /** Seats whose generation is elsewhere and that hold blocks. */
    int away() {
        return away.size();
    }

    /**
     * Takes the blocks for the seat's whole view.
     *
     * @param waiting seats that may have to yield, unless they are in the step
     * @return false if the seat has to wait for older ones
     */
    boolean reserve(Seat seat, List<Seat> waiting) {
        while (!seat.resident.reserve(seat.viewLength())) {
            Seat victim = away.isEmpty() ? youngest(waiting, seat) : longestAway();
            if (victim == null) {
                return false;
            }
            victim.forgetResident();
        }
        return true;
    }

    private Seat longestAway() {
        Iterator<Seat> oldestFirst = away.iterator();
        Seat seat = oldestFirst.next();
        oldestFirst.remove();
        return seat;
    }

    private static @Nullable Seat youngest(List<Seat> waiting, Seat than) {
        Seat youngest = null;
        for (Seat seat : waiting) {
            boolean mayYield = !seat.inStep() && seat.age > than.age && seat.resident.blockCount() > 0;
            if (mayYield && (youngest == null || seat.age > youngest.age)) {
                youngest = seat;
            }
        }
        return youngest;
    }
}
