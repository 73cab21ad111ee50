package io.tokenrouter.engine.api;

import java.util.Set;

/**
 * What an answer may be made of, token by token, whichever model writes it. Immutable; safe from any thread, and one may serve any
 * number of generations.
 */
public interface TokenConstraint {

    /** Before the first generated token. */
    State start();

    /** Ids that end the answer. They are allowed only where it may end. */
    Set<Integer> endIds();

    /** What has been generated so far, as far as it decides what may follow: a function of the ids alone. Immutable. */
    interface State {

        /**
         * Ids that may come next; at least one. The first time it may take a few milliseconds where the vocabulary is large; it
         * is remembered while there is room.
         */
        TokenMask allowed();

        /**
         * The state after one more id.
         *
         * @throws IllegalArgumentException if it may not come next
         */
        State after(int id);
    }
}
