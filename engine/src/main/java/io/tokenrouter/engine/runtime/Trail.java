package io.tokenrouter.engine.runtime;

import io.tokenrouter.engine.routing.Step;

/** What is noted of the rows of a generation: who proposed what, what vanished, who has run which ids. Used by the thread at which it is. */
final class Trail {

    private final Ledger ledger;
    private final Tally tally;
    private final FedIds fed;

    Trail(Ledger ledger, Tally tally, int roles) {
        this.ledger = ledger;
        this.tally = tally;
        this.fed = new FedIds(ledger, roles);
    }

    FedIds fed() {
        return fed;
    }

    /** A model alone proposes a token. */
    void proposed(int position, int role, Step step) {
        ledger.attempts().add(position, role, step);
        fed.writtenAloneFrom(position);
    }

    /** Several models wrote the next token, which is the role's. */
    void fused(int role, Step step) {
        ledger.attempts().add(ledger.length(), role, step);
        fed.fusedAt(ledger.length());
    }

    /**
     * The algorithm, or who acts in its place, changes the ledger.
     *
     * @return whether the trace is another one now
     */
    boolean changed(Runnable change) {
        int length = ledger.length();
        change.run();
        int kept = ledger.takeLowestCut();
        fed.forgetFrom(kept);
        tally.discarded(ledger.attempts());
        return kept < length || ledger.length() > length;
    }

    /**
     * A model ran some ids that it was shown.
     *
     * @return how many of them are of a question aside, and counted as such
     */
    int aside(int role, ShownIds shown, int start, int count) {
        int aside = shown.ofSuffix(start, start + count);
        tally.aside(role, aside);
        return aside;
    }

    /** Nothing more will be committed: what was proposed and not taken is counted. */
    void close() {
        ledger.attempts().settleAll();
        tally.discarded(ledger.attempts());
    }
}
