package io.tokenrouter.gpu.candidate;

import io.tokenrouter.gpu.driver.CudaContext;
import io.tokenrouter.gpu.driver.DeviceMemory;
import io.tokenrouter.gpu.driver.PinnedMemory;
import java.nio.ByteBuffer;

/** Memory of the host and as much of the device, with copies between them. Grows where more is needed; what was in it is lost then. */
final class Staged implements AutoCloseable {

    private static final long LEAST_BYTES = 1 << 12;

    private final CudaContext context;
    private final String what;
    private PinnedMemory host;
    private DeviceMemory device;

    Staged(CudaContext context, String what, long bytes) {
        this.context = context;
        this.what = what;
        long size = Math.max(LEAST_BYTES, bytes);
        device = context.allocate(what, size);
        host = context.allocatePinned(size);
    }

    /** Makes room. Not while a copy may run, nor where a graph has the address. */
    void reserve(long bytes) {
        if (bytes > device.bytes()) {
            long size = Math.max(bytes, 2 * device.bytes());
            close();
            device = context.allocate(what, size);
            host = context.allocatePinned(size);
        }
    }

    PinnedMemory pinned() {
        return host;
    }

    ByteBuffer host() {
        return host.bytes();
    }

    DeviceMemory device() {
        return device;
    }

    /** From a byte on. */
    DeviceMemory device(long from) {
        return device.slice(from, device.bytes() - from);
    }

    @Override
    public void close() {
        context.free(device);
        context.free(host);
    }
}
