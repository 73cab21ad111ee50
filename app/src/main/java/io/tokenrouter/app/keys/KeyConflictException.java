package io.tokenrouter.app.keys;

/** What was asked for goes against how things are; the message is a sentence that says how. */
public final class KeyConflictException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    KeyConflictException(String message) {
        super(message, null, false, false);
    }
}
