package io.tokenrouter.engine.subserver;

import io.tokenrouter.engine.executor.Batch;
import io.tokenrouter.engine.executor.BatchResult;
import io.tokenrouter.engine.executor.BatchRow;
import io.tokenrouter.engine.executor.ExecutorSpec;
import io.tokenrouter.engine.executor.ModelExecutor;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a model does while nobody waits for it: one small step at a time of what generations want prepared. The scheduler knows nothing
 * of it, a failure hurts nobody, and what finds no free blocks is left undone. Of the subserver's thread, but for {@link #call}.
 */
final class SpareTime {

    private static final Logger LOG = LoggerFactory.getLogger(SpareTime.class);

    private final String model;
    private final ModelExecutor executor;
    private final KvRoom room;
    private final LongSupplier clock;
    private final int mostRows;
    private final Queue<Seat> called = new ConcurrentLinkedQueue<>();
    private final Set<Seat> line = new LinkedHashSet<>();
    private final List<Seat> seats = new ArrayList<>();
    private final List<BatchRow> rows = new ArrayList<>();
    private long endedNanos = Long.MIN_VALUE;

    SpareTime(String model, ModelExecutor executor, KvRoom room, LongSupplier clock) {
        this.model = model;
        this.executor = executor;
        this.room = room;
        this.clock = clock;
        ExecutorSpec spec = executor.spec();
        this.mostRows = Math.min(spec.maxRows(), spec.maxStepTokens());
    }

    /** From any thread: something is wanted for the seat. */
    void call(Seat seat) {
        called.add(seat);
    }

    /** Whether there may be something to do. */
    boolean isWanted() {
        return !line.isEmpty() || !called.isEmpty();
    }

    /** Takes note of who has called, so that calls do not pile up while there is no spare time. */
    void listen() {
        for (Seat seat = called.poll(); seat != null; seat = called.poll()) {
            line.add(seat);
        }
    }

    /** The seat is given up. */
    void forget(Seat seat) {
        line.remove(seat);
    }

    /** When the last step ended; long ago if there was none. */
    long endedNanos() {
        return endedNanos;
    }

    /**
     * Runs one step.
     *
     * @return false if there was nothing to do
     */
    boolean use() {
        compose();
        if (rows.isEmpty()) {
            return false;
        }
        run();
        for (int i = 0; i < seats.size(); i++) {
            Seat seat = seats.get(i);
            room.prepared(seat);
            line.remove(seat);
            line.add(seat);
        }
        return true;
    }

    /** A chunk of one view, or tokens to run ahead of several. */
    private void compose() {
        seats.clear();
        rows.clear();
        boolean hasChunk = false;
        Iterator<Seat> each = line.iterator();
        while (each.hasNext() && rows.size() < mostRows && !hasChunk) {
            Seat seat = each.next();
            Preparation wanted = seat.advance.wanted();
            boolean isChunk = wanted instanceof Preparation.CatchUp;
            if (isChunk && !rows.isEmpty()) {
                continue;
            }
            BatchRow row = wanted == null ? null : seat.advance.next(wanted, executor.spec());
            if (row != null) {
                seats.add(seat);
                rows.add(row);
                hasChunk = isChunk;
            } else if (seat.advance.wanted() == null) {
                // what is wanted anew since then does not call again, and so stays in the line
                each.remove();
            }
        }
    }

    private void run() {
        long began = clock.getAsLong();
        try {
            BatchResult result = executor.execute(new Batch(rows));
            endedNanos = clock.getAsLong();
            StepFacts facts = new StepFacts(began, endedNanos, 0, rows.size());
            requireCandidates(result);
            for (int i = 0; i < rows.size(); i++) {
                seats.get(i).advance.ran(rows.get(i), result.candidates().get(i), facts);
            }
        } catch (Throwable failure) {
            endedNanos = clock.getAsLong();
            LOG.warn("{} could not prepare {} rows; they run when they are needed", model, rows.size(), failure);
            seats.forEach(seat -> seat.advance.want(null));
        }
    }

    /** Before anything is taken over from the step. */
    private void requireCandidates(BatchResult result) {
        for (int i = 0; i < rows.size(); i++) {
            if (rows.get(i).candidate() != null && result.candidates().get(i) == null) {
                throw new IllegalStateException("the executor gave no candidate for row " + i);
            }
        }
    }
}
