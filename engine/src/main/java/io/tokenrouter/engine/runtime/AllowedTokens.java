package io.tokenrouter.engine.runtime;

import io.tokenrouter.engine.api.TokenConstraint;
import io.tokenrouter.engine.api.TokenMask;
import org.jspecify.annotations.Nullable;

/**
 * Which tokens may come next in an answer that must have a form or a length. Follows the committed ids and nothing else: what a model proposed
 * and the request did not take leaves no trace. Drafted ids, and those of an answer that is being written, are read anew each time.
 */
final class AllowedTokens {

    private final @Nullable LeastTokens least;
    private TokenConstraint.@Nullable State committed;

    /**
     * @param constraint the form; null for any
     * @param least the length; null for any
     */
    AllowedTokens(@Nullable TokenConstraint constraint, @Nullable LeastTokens least) {
        this.committed = constraint == null ? null : constraint.start();
        this.least = least;
    }

    /**
     * One more id is final.
     *
     * @throws IllegalStateException if it may not be there, as when an algorithm puts in an id of its own
     */
    void commit(int id) {
        committed = committed == null ? null : after(committed, id);
    }

    /**
     * What may come behind the ids that are not final yet; null for any id.
     *
     * @param ids holds them from {@code from} to {@code end - 1}
     * @param index of the token that comes, 0 for the first generated
     * @throws IllegalStateException if one of them may not be there
     */
    @Nullable
    TokenMask after(int[] ids, int from, int end, int index) {
        TokenConstraint.State state = committed;
        for (int position = from; position < end && state != null; position++) {
            state = after(state, ids[position]);
        }
        TokenMask fitting = state == null ? null : state.allowed();
        return least == null ? fitting : least.of(index, fitting);
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
