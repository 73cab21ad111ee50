package io.tokenrouter.app.history;

/** A time to keep history for that makes no sense; the message continues the name of the field. */
public final class InvalidRetentionException extends IllegalArgumentException {

    private static final long serialVersionUID = 1L;

    private final String field;

    InvalidRetentionException(String field, String message) {
        super(message);
        this.field = field;
    }

    public String field() {
        return field;
    }
}
