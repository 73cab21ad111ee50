package io.tokenrouter.engine.model;

/** A model file that cannot be used; the message says why and names the tensor or key at fault. */
public final class ModelFormatException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public ModelFormatException(String message) {
        super(message);
    }

    public ModelFormatException(String message, Throwable cause) {
        super(message, cause);
    }
}
