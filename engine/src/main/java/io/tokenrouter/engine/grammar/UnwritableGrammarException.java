package io.tokenrouter.engine.grammar;

/** Nothing that a grammar allows can be written with a vocabulary. The message is written for the caller. */
public final class UnwritableGrammarException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    UnwritableGrammarException() {
        super("no answer can have this form: no finite text does, or the model has no tokens for its characters");
    }

    UnwritableGrammarException(String message) {
        super(message);
    }
}
