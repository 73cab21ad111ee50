package io.tokenrouter.app.keys;

/** A setting of a key cannot be as it was asked for. The message follows the name of the field. */
public final class InvalidKeyException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final String field;

    public InvalidKeyException(String field, String message) {
        super(message, null, false, false);
        this.field = field;
    }

    /** As the admin API names it. */
    public String field() {
        return field;
    }
}
