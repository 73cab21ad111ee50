package io.tokenrouter.app;

/** The server cannot start for a reason that whoever started it can change. The message is one line, written for them. */
public final class StartupException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public StartupException(String message) {
        super(message);
    }

    public StartupException(String message, Throwable cause) {
        super(message, cause);
    }
}
