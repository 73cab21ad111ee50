package io.tokenrouter.engine.runtime;

import io.tokenrouter.engine.api.TokenMask;
import org.jspecify.annotations.Nullable;

/** Keeps the first tokens of an answer from being its last. Immutable. */
final class LeastTokens {

    private final int count;
    private final TokenMask ends;
    private final TokenMask others;

    /**
     * @param count how many tokens must not end the answer
     * @param ends ids that would
     * @param idLimit ids are below
     */
    LeastTokens(int count, TokenMask ends, int idLimit) {
        this.count = count;
        this.ends = ends;
        this.others = TokenMask.below(idLimit).without(ends);
    }

    /**
     * What may be drawn.
     *
     * @param index of the token, 0 for the first generated
     * @param allowed by the form of the answer; null for any id. Where it allows nothing but an end, that stays allowed
     */
    @Nullable
    TokenMask of(int index, @Nullable TokenMask allowed) {
        if (index >= count || others.isEmpty()) {
            return allowed;
        }
        if (allowed == null) {
            return others;
        }
        TokenMask rest = allowed.without(ends);
        return rest.isEmpty() ? allowed : rest;
    }
}
