package io.tokenrouter.engine.subserver;

import io.tokenrouter.engine.kvcache.BlockAllocator;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Finds blocks when the pool is short. First go the blocks of generations that have not been here and for which ids were run in
 * advance; then those of generations that are at another model, the one that left longest ago first; then those of the youngest
 * generation that waits here. All run their ids again later: eviction costs time and
 * changes no result. An older generation never yields to a younger one, so the oldest always gets on.
 */
final class KvRoom {

    private static final long NOBODY = Long.MAX_VALUE;

    private final BlockAllocator allocator;
    private final ModelCounters counters;
    private final LongSupplier clock;
    private final Set<Seat> away = new LinkedHashSet<>();
    private final Set<Seat> prepared = new LinkedHashSet<>();
    private int awayBlocks;
    private long ageInNeed = NOBODY;

    /** @param clock nanoseconds, as {@link System#nanoTime()} */
    KvRoom(BlockAllocator allocator, ModelCounters counters, LongSupplier clock) {
        this.allocator = allocator;
        this.counters = counters;
        this.clock = clock;
    }

    /** The generation went elsewhere, its blocks stay as long as there is room. */
    void left(Seat seat) {
        int blocks = seat.resident.blockCount();
        if (blocks > 0 && away.add(seat)) {
            seat.absence.begin(blocks, clock.getAsLong());
            awayBlocks += blocks;
        }
    }

    /** Ids were run for the seat in advance. */
    void prepared(Seat seat) {
        if (seat.resident.blockCount() > 0 && !away.contains(seat)) {
            prepared.add(seat);
        }
    }

    /** The generation came, or gave up the seat. */
    void returned(Seat seat) {
        if (away.remove(seat)) {
            isOver(seat);
        }
        prepared.remove(seat);
    }

    /** The seat is away no more, or what it held is given up. */
    private void isOver(Seat seat) {
        awayBlocks -= seat.absence.blocks();
        counters.kept(seat.absence.end(clock.getAsLong()));
    }

    /** Blocks that generations held when they went elsewhere, and have still. */
    int awayBlocks() {
        return awayBlocks;
    }

    /** Seats whose generation is elsewhere and that hold blocks. */
    int away() {
        return away.size() + prepared.size();
    }

    /** Another step is composed: everyone may ask again. */
    void newStep() {
        ageInNeed = NOBODY;
    }

    /**
     * Takes the blocks for the seat's whole view. Once a seat had to be turned away, younger ones get no blocks in the same step:
     * what they took would be missing for it again.
     *
     * @param waiting seats that may have to yield, unless they are in the step
     * @return false if the seat has to wait for older ones
     */
    boolean reserve(Seat seat, List<Seat> waiting) {
        int wanted = seat.missingBlocks();
        if (wanted == 0) {
            return true;
        }
        if (seat.age > ageInNeed) {
            return false;
        }
        boolean enough = seat.resident.reserve(seat.viewLength());
        if (!enough && wanted <= allocator.available() + yieldable(waiting, seat)) {
            enough = reserveWithVictims(seat, waiting);
        }
        if (!enough) {
            ageInNeed = Math.min(ageInNeed, seat.age);
        }
        return enough;
    }

    private boolean reserveWithVictims(Seat seat, List<Seat> waiting) {
        while (!seat.resident.reserve(seat.viewLength())) {
            Seat victim = victim(waiting, seat);
            if (victim == null) {
                return false;
            }
            victim.forgetResident();
        }
        return true;
    }

    /** Blocks that others would give up; an upper bound, because some of them may be shared. */
    private int yieldable(List<Seat> waiting, Seat to) {
        int blocks = blocks(prepared) + blocks(away);
        for (Seat seat : waiting) {
            blocks += mayYield(seat, to) ? seat.resident.blockCount() : 0;
        }
        return blocks;
    }

    private static int blocks(Set<Seat> seats) {
        int blocks = 0;
        for (Seat seat : seats) {
            blocks += seat.resident.blockCount();
        }
        return blocks;
    }

    private @Nullable Seat victim(List<Seat> waiting, Seat seat) {
        if (!prepared.isEmpty()) {
            return takeFirst(prepared);
        }
        if (away.isEmpty()) {
            return youngest(waiting, seat);
        }
        Seat first = takeFirst(away);
        isOver(first);
        return first;
    }

    private static Seat takeFirst(Set<Seat> seats) {
        Iterator<Seat> oldestFirst = seats.iterator();
        Seat seat = oldestFirst.next();
        oldestFirst.remove();
        return seat;
    }

    private static @Nullable Seat youngest(List<Seat> waiting, Seat than) {
        Seat youngest = null;
        for (Seat seat : waiting) {
            if (mayYield(seat, than) && (youngest == null || seat.age > youngest.age)) {
                youngest = seat;
            }
        }
        return youngest;
    }

    private static boolean mayYield(Seat seat, Seat to) {
        return !seat.isInStep() && seat.age > to.age && seat.resident.blockCount() > 0;
    }
}
