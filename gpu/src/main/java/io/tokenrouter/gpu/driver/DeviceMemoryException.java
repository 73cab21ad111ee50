package io.tokenrouter.gpu.driver;

/** A device has not as much memory left as something needs. */
public final class DeviceMemoryException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final long needed;
    private final long free;

    DeviceMemoryException(String what, long needed, long free) {
        super(what + " needs " + needed + " bytes of device memory, and " + free + " are free");
        this.needed = needed;
        this.free = free;
    }

    public long needed() {
        return needed;
    }

    public long free() {
        return free;
    }
}
