package io.tokenrouter.app.batching;

/** Settings that cannot be pinned. The message is for whoever wrote them and says what is allowed. */
public final class InvalidSettingsException extends IllegalArgumentException {

    private static final long serialVersionUID = 1L;

    private final String field;

    InvalidSettingsException(String field, String message) {
        super(message);
        this.field = field;
    }

    /** What is wrong, for example {@code large.rows}. */
    public String field() {
        return field;
    }
}
