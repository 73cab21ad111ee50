package io.tokenrouter.app.history;

/** A question about history that cannot be answered; the message continues the name of the field. */
public final class InvalidHistoryException extends IllegalArgumentException {

    private static final long serialVersionUID = 1L;

    private final String field;

    InvalidHistoryException(String field, String message) {
        super(message);
        this.field = field;
    }

    public String field() {
        return field;
    }
}
