package io.tokenrouter.engine.executor;

/** A provider has no device. The message says why, in one line. */
public final class NoDeviceException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public NoDeviceException(String message, Throwable cause) {
        super(message, cause);
    }
}
