package io.tokenrouter.engine.subserver;

import java.util.ArrayList;
import java.util.List;

/** The generations that wait at a subserver for a step, in the order in which they are served. */
final class WaitingRows {

    private List<Seat> seats = new ArrayList<>();
    private List<Seat> spare = new ArrayList<>();

    void add(Seat seat) {
        seats.add(seat);
    }

    boolean isEmpty() {
        return seats.isEmpty();
    }

    int size() {
        return seats.size();
    }

    /** Since when the one has waited that has waited longest; of no meaning if there is none. */
    long oldestReadyNanos() {
        long oldest = seats.isEmpty() ? Long.MAX_VALUE : seats.getFirst().readyNanos();
        for (int i = 1; i < seats.size(); i++) {
            oldest = Math.min(oldest, seats.get(i).readyNanos());
        }
        return oldest;
    }

    /** All of them, to look at. */
    List<Seat> inOrder() {
        return seats;
    }

    /** Takes out those that are to end, and ends them. */
    void endThoseEnding() {
        seats.removeIf(seat -> {
            boolean ending = seat.owner.isEnding();
            if (ending) {
                seat.owner.onEnding(seat);
            }
            return ending;
        });
    }

    /** Takes out those that are in the step. The others keep their order. */
    void takeOutServed() {
        spare.clear();
        for (int i = 0; i < seats.size(); i++) {
            Seat seat = seats.get(i);
            if (!seat.isInStep()) {
                spare.add(seat);
            }
        }
        List<Seat> served = seats;
        seats = spare;
        spare = served;
    }

    /** Takes out all of them. */
    List<Seat> takeAll() {
        List<Seat> all = seats;
        seats = new ArrayList<>();
        return all;
    }

    /** How many of them hold KV blocks. */
    int holdingBlocks() {
        int count = 0;
        for (int i = 0; i < seats.size(); i++) {
            count += seats.get(i).resident.blockCount() > 0 ? 1 : 0;
        }
        return count;
    }
}
