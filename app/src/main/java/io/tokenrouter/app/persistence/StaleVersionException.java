package io.tokenrouter.app.persistence;

/** What was to be changed is not the newest version any more. */
public final class StaleVersionException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final long expected;
    private final long current;

    public StaleVersionException(long expected, long current) {
        super("version " + current + " is the newest, not " + expected, null, false, false);
        this.expected = expected;
        this.current = current;
    }

    /** The version that whoever wanted to change it had seen. */
    public long expected() {
        return expected;
    }

    /** The newest version; 0 if there is none. */
    public long current() {
        return current;
    }
}
