package io.tokenrouter.engine.executor;

import org.jspecify.annotations.Nullable;

/** A provider has no device. The message says why, in one line. */
public final class NoDeviceException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public NoDeviceException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
