package io.tokenrouter.engine.executor.cpu;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Gives the pieces of one job after another to whichever thread is free. A job is published by raising {@code ticket}: its
 * upper half counts jobs, its lower half is the number of pieces that nobody has taken yet. A thread owns a piece once it
 * has counted the ticket down. The ticket alone says whether there is a piece: the job's fields are set before it, so a thread
 * that reads them early, between two jobs, finds no piece left in the old ticket; and one that reads them late cannot count
 * down a ticket that has changed.
 */
final class WorkSharing {

    /** How long a worker looks for work before it sleeps: longer than the gaps inside a step. */
    private static final long SPIN_NANOS = 50_000;

    private static final int SPINS_PER_LOOK_AT_CLOCK = 32;
    private static final int SPINS_BEFORE_YIELD = 2_000;

    private final AtomicLong ticket = new AtomicLong();
    private final AtomicInteger unfinished = new AtomicInteger();
    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
    /** Workers that sleep or are about to. */
    private final AtomicReferenceArray<@Nullable Thread> asleep;

    private volatile boolean closed;
    private CpuDevice.@Nullable Piece job;
    private int pieces;

    WorkSharing(int threads) {
        asleep = new AtomicReferenceArray<>(threads);
    }

    /** Does a job; by one thread at a time. */
    void run(int count, CpuDevice.Piece piece) {
        if (count == 1 || asleep.length() == 1 || closed) {
            for (int i = 0; i < count; i++) {
                piece.run(i, 0);
            }
            return;
        }
        job = piece;
        pieces = count;
        unfinished.set(count);
        ticket.set(((ticket.get() >>> 32) + 1 << 32) + count);
        wake();
        take(0);
        awaitOthers();
        Throwable thrown = failure.getAndSet(null);
        if (thrown instanceof Error error) {
            throw error;
        }
        if (thrown instanceof RuntimeException exception) {
            throw exception;
        }
    }

    /** A worker's life. */
    void serve(int worker) {
        while (!closed) {
            try {
                long seen = ticket.get();
                if (!take(worker) && !appears(seen)) {
                    sleep(worker, seen);
                }
            } catch (InternalError later) {
                // As in take; a worker that ended of it would be missing for good.
                failure.compareAndSet(null, later);
            }
        }
    }

    /** Takes pieces until none is left; false if there was none. */
    private boolean take(int worker) {
        int done = 0;
        try {
            while (true) {
                long now = ticket.get();
                int left = (int) now;
                CpuDevice.Piece mine = job;
                int piece = pieces - left;
                if (mine == null || left == 0) {
                    break;
                }
                if (!ticket.compareAndSet(now, now - 1)) {
                    continue;
                }
                done++;
                try {
                    mine.run(piece, worker);
                } catch (RuntimeException | Error e) {
                    failure.compareAndSet(null, e);
                }
            }
        } catch (InternalError late) {
            // What a lost page of a mapped file raises comes some instructions later, maybe behind the piece.
            failure.compareAndSet(null, late);
        } finally {
            if (done > 0) {
                unfinished.addAndGet(-done);
            }
        }
        return done > 0;
    }

    private void awaitOthers() {
        for (int spins = 0; unfinished.get() > 0; spins++) {
            if (spins < SPINS_BEFORE_YIELD) {
                Thread.onSpinWait();
            } else {
                Thread.yield();
            }
        }
    }

    /** Spins for a while until there is another ticket than {@code seen}. */
    private boolean appears(long seen) {
        long until = System.nanoTime() + SPIN_NANOS;
        do {
            for (int i = 0; i < SPINS_PER_LOOK_AT_CLOCK; i++) {
                if (ticket.get() != seen) {
                    return true;
                }
                Thread.onSpinWait();
            }
        } while (System.nanoTime() < until);
        return false;
    }

    private void sleep(int worker, long seen) {
        asleep.set(worker, Thread.currentThread());
        while (ticket.get() == seen && !closed) {
            LockSupport.park(this);
        }
        asleep.set(worker, null);
    }

    private void wake() {
        for (int worker = 1; worker < asleep.length(); worker++) {
            Thread thread = asleep.get(worker);
            if (thread != null) {
                LockSupport.unpark(thread);
            }
        }
    }

    void close(List<Thread> workers) {
        closed = true;
        wake();
        for (Thread worker : workers) {
            LockSupport.unpark(worker);
        }
    }
}
