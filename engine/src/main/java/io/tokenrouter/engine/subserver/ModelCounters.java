package io.tokenrouter.engine.subserver;

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
    private final LongAdder writtenTokens = new LongAdder();
    private final LongAdder discardedTokens = new LongAdder();

    /** A token of this model was committed. */
    public void wrote() {
        writtenTokens.increment();
    }

    /** Proposals of this model can no longer be taken. */
    public void discarded(int tokens) {
        discardedTokens.add(tokens);
    }

    long writtenTokens() {
        return writtenTokens.sum();
    }

    long discardedTokens() {
        return discardedTokens.sum();
    }
}
