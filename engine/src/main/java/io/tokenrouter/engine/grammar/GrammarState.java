package io.tokenrouter.engine.grammar;

import io.tokenrouter.engine.api.TokenConstraint;
import io.tokenrouter.engine.api.TokenMask;

/** The beginning of a text of a grammar. Holds the ways to read it and nothing that was worked out of them. */
record GrammarState(TokenGrammars grammars, Reading reading) implements TokenConstraint.State {

    @Override
    public TokenMask allowed() {
        return reading.isOver() ? grammars.endMask() : grammars.allowed(reading);
    }

    @Override
    public TokenConstraint.State after(int id) {
        if (grammars.isEnd(id) && reading.complete()) {
            return new Ended(grammars.endMask());
        }
        Reading next = grammars.after(reading, id);
        if (next.isDead()) {
            throw new IllegalArgumentException("token id " + id + " does not fit the form that the answer must have");
        }
        return new GrammarState(grammars, next);
    }

    /** The answer has its end. One that goes on all the same, because end tokens are ignored, gets no more text. */
    private record Ended(TokenMask allowed) implements TokenConstraint.State {

        @Override
        public TokenConstraint.State after(int id) {
            if (!allowed.allows(id)) {
                throw new IllegalArgumentException("token id " + id + " is behind the end");
            }
            return this;
        }
    }
}
