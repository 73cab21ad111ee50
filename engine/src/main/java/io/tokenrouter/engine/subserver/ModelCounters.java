package io.tokenrouter.engine.subserver;

import io.tokenrouter.engine.metrics.EngineSnapshot;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.LongAdder;

/** What one model has done since it was loaded. Safe from any thread, without locks. */
public final class ModelCounters {

    final LongAdder steps = new LongAdder();
    final LongAdder rows = new LongAdder();
    final LongAdder extendTokens = new LongAdder();
    final LongAdder prefillTokens = new LongAdder();
    final LongAdder catchUpTokens = new LongAdder();
    final LongAdder busyNanos = new LongAdder();
    final LongAdder heldNanos = new LongAdder();
    final LongAdder prefixHits = new LongAdder();
    private final AtomicLongArray stepsBySize = new AtomicLongArray(Integer.SIZE);
    private final LongAdder writtenTokens = new LongAdder();
    private final LongAdder discardedTokens = new LongAdder();
    private final LongAdder sideBranchTokens = new LongAdder();
    private final LongAdder fusedRows = new LongAdder();
    private final LongAdder warmTokens = new LongAdder();
    private final LongAdder aheadTokens = new LongAdder();
    private final LongAdder aheadKept = new LongAdder();
    private final LongAdder aheadDropped = new LongAdder();
    private final LongAdder returns = new LongAdder();
    private final LongAdder savedTokens = new LongAdder();
    private final LongAdder recomputedTokens = new LongAdder();
    private final LongAdder keptBlockNanos = new LongAdder();

    /** A token of this model was committed. */
    public void wrote() {
        writtenTokens.increment();
    }

    /** Proposals of this model can no longer be taken. */
    public void discarded(int tokens) {
        discardedTokens.add(tokens);
    }

    /** This model read ids that are no part of an answer. */
    public void aside(int tokens) {
        sideBranchTokens.add(tokens);
    }

    /** A row of this model went into a token of several. */
    public void fused() {
        fusedRows.increment();
    }

    /** Ids were read before anybody asked. */
    void caughtUpInAdvance(int tokens, int ofPrompt) {
        warmTokens.add(tokens);
        prefillTokens.add(ofPrompt);
    }

    /** An id was run as if the answer had it. */
    void ranAhead() {
        aheadTokens.increment();
    }

    /** The answer has so many of these ids. */
    void keptAhead(int tokens) {
        aheadKept.add(tokens);
    }

    /** So many were in vain. */
    void droppedAhead(int tokens) {
        aheadDropped.add(tokens);
    }

    /**
     * A generation came back.
     *
     * @param kept ids that were resident and needed no computation
     */
    public void returned(int kept) {
        returns.increment();
        savedTokens.add(kept);
    }

    /** Ids were run once more. */
    public void recomputed(int tokens) {
        recomputedTokens.add(tokens);
    }

    /** Blocks were held for a generation that was elsewhere. */
    void kept(long blockNanos) {
        keptBlockNanos.add(blockNanos);
    }

    EngineSnapshot.Kept kept(int blocks) {
        return new EngineSnapshot.Kept(
                returns.sum(), savedTokens.sum(), recomputedTokens.sum(), blocks, keptBlockNanos.sum());
    }

    EngineSnapshot.Spare spare() {
        return new EngineSnapshot.Spare(warmTokens.sum(), aheadTokens.sum(), aheadKept.sum(), aheadDropped.sum());
    }

    /** A step of so many rows, at least 1, was run. */
    void batch(int rows) {
        stepsBySize.incrementAndGet(Integer.SIZE - Integer.numberOfLeadingZeros(rows - 1));
    }

    /** Steps by their rows: 1, 2, 3 and 4, 5 to 8, and so on up to the largest that was run. */
    List<Long> stepsBySize() {
        List<Long> counts = new ArrayList<>();
        int zeros = 0;
        for (int i = 0; i < stepsBySize.length(); i++) {
            long count = stepsBySize.get(i);
            zeros = count == 0 ? zeros + 1 : 0;
            counts.add(count);
        }
        return List.copyOf(counts.subList(0, counts.size() - zeros));
    }

    public long writtenTokens() {
        return writtenTokens.sum();
    }

    long discardedTokens() {
        return discardedTokens.sum();
    }

    long sideBranchTokens() {
        return sideBranchTokens.sum();
    }

    long fusedRows() {
        return fusedRows.sum();
    }
}
