package io.tokenrouter.app.signals;

/** A setting of the recording that makes no sense; the message continues the name of the field. */
public final class InvalidRecordingException extends IllegalArgumentException {

    private static final long serialVersionUID = 1L;

    private final String field;

    InvalidRecordingException(String field, String message) {
        super(message);
        this.field = field;
    }

    /** As the admin API names it. */
    public String field() {
        return field;
    }
}
