package io.tokenrouter.engine.runtime;

import java.util.BitSet;

/** Which ids each model of a generation has run, and so which of them it catches up on. Used by the thread at which the generation is. */
final class FedIds {

    private final Ledger ledger;

    /** Per role: ids up to here were run once already, so running them again is no catch-up. */
    private final int[] fed;

    /** Positions of tokens that several models wrote together: none of these catches up there. */
    private final BitSet together = new BitSet();

    FedIds(Ledger ledger, int roles) {
        this.ledger = ledger;
        this.fed = new int[roles];
    }

    /**
     * A model extended its resident ids.
     *
     * @param shown what it was shown
     * @param start index of the first
     * @return how many of them another model had written and this one ran for the first time
     */
    int extended(int role, ShownIds shown, int start, int count) {
        int caughtUp = 0;
        for (int index = start; index < start + count; index++) {
            int position = shown.positionOf(index);
            if (position >= fed[role]) {
                caughtUp += isOfAnother(position, role) ? 1 : 0;
                fed[role] = position + 1;
            }
        }
        return caughtUp;
    }

    /**
     * Ids of the trace that a model is to run though it has run them before, and nothing has taken their place since.
     *
     * @param shown what it was shown
     * @param start index of the first
     */
    int again(int role, ShownIds shown, int start, int count) {
        int again = 0;
        for (int index = Math.max(start, shown.opening()); index < start + count; index++) {
            again += shown.positionOf(index) < fed[role] ? 1 : 0;
        }
        return again;
    }

    /** Several models wrote what is to stand at a position. */
    void fusedAt(int position) {
        together.set(position);
    }

    /** Positions from here on may hold other ids than before. */
    void forgetFrom(int position) {
        for (int role = 0; role < fed.length; role++) {
            fed[role] = Math.min(fed[role], position);
        }
    }

    /** A single model answers at a position, and those behind it. */
    void writtenAloneFrom(int position) {
        if (together.length() > position) {
            together.clear(position, together.length());
        }
    }

    private boolean isOfAnother(int position, int role) {
        if (position < ledger.promptLength() || position >= ledger.length() || together.get(position)) {
            return false;
        }
        int writer = ledger.writerIndex(position);
        return writer != CommitSink.NOBODY && writer != role;
    }
}
