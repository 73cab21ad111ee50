package io.tokenrouter.engine.executor;

/** The device of an executor is gone or broken: no step of any executor on it will ever succeed again. */
public final class LostDeviceException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** @param message in one line, what the device's driver says */
    public LostDeviceException(String message) {
        super(message);
    }
}
