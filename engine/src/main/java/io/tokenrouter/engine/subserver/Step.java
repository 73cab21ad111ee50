package io.tokenrouter.engine.subserver;

import io.tokenrouter.engine.executor.BatchRow;
import io.tokenrouter.engine.executor.TokenCandidate;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The rows of one step and what became of them. Used again for every step. */
final class Step {

    private final List<Seat> seats = new ArrayList<>();
    private final List<BatchRow> rows = new ArrayList<>();
    private final List<@Nullable TokenCandidate> candidates = new ArrayList<>();
    private final List<@Nullable Throwable> failures = new ArrayList<>();
    private int tokens;
    private boolean readsPrompts;

    void clear() {
        seats.clear();
        rows.clear();
        candidates.clear();
        failures.clear();
        tokens = 0;
        readsPrompts = false;
    }

    /** Adds a row for the next {@code count} ids of an aligned seat whose blocks are reserved. */
    void add(Seat seat, int count) {
        int start = seat.resident.length();
        boolean answers = count == seat.gap();
        seats.add(seat);
        rows.add(new BatchRow(
                seat.view(), start, count, start, seat.resident.blocks(), answers ? seat.request() : null));
        candidates.add(null);
        failures.add(null);
        tokens += count;
        readsPrompts |= start < seat.promptLength;
        seat.inStep(true);
    }

    int size() {
        return seats.size();
    }

    boolean isEmpty() {
        return seats.isEmpty();
    }

    /** New ids of all rows. */
    int tokens() {
        return tokens;
    }

    /** Whether ids of prompts are among them. */
    boolean readsPrompts() {
        return readsPrompts;
    }

    Seat seat(int row) {
        return seats.get(row);
    }

    List<BatchRow> rows() {
        return rows;
    }

    BatchRow row(int row) {
        return rows.get(row);
    }

    void answered(int row, @Nullable TokenCandidate candidate) {
        candidates.set(row, candidate);
    }

    void failed(int row, Throwable cause) {
        failures.set(row, cause);
    }

    @Nullable
    TokenCandidate candidate(int row) {
        return candidates.get(row);
    }

    @Nullable
    Throwable failure(int row) {
        return failures.get(row);
    }
}
