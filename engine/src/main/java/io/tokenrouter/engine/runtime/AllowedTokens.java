package io.tokenrouter.engine.runtime;

import io.tokenrouter.engine.api.TokenConstraint;
import io.tokenrouter.engine.api.TokenMask;

/**
 * Which tokens may come next in an answer that must have a form. Follows the committed ids and nothing else: what a model proposed
 * and the request did not take leaves no trace. Drafted ids, and those of an answer that is being written, are read anew each time.
 */
final class AllowedTokens {

    private TokenConstraint.State committed;

    AllowedTokens(TokenConstraint constraint) {
        committed = constraint.start();
    }

    /**
     * One more id is final.
     *
     * @throws IllegalStateException if it may not be there, as when an algorithm puts in an id of its own
     */
    void commit(int id) {
        committed = after(committed, id);
    }

    /**
     * What may come behind the ids that are not final yet.
     *
     * @param ids holds them from {@code from} to {@code end - 1}
     * @throws IllegalStateException if one of them may not be there
     */
    TokenMask after(int[] ids, int from, int end) {
        TokenConstraint.State state = committed;
        for (int position = from; position < end; position++) {
            state = after(state, ids[position]);
        }
        return state.allowed();
    }

    private static TokenConstraint.State after(TokenConstraint.State state, int id) {
        try {
            return state.after(id);
        } catch (IllegalArgumentException misfit) {
            throw new IllegalStateException(
                    "the answer would leave the form that it must have: " + misfit.getMessage(), misfit);
        }
    }
}
