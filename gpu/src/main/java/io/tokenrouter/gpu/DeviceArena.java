package io.tokenrouter.gpu;

import io.tokenrouter.gpu.driver.CudaContext;
import io.tokenrouter.gpu.driver.DeviceMemory;
import io.tokenrouter.gpu.memory.Taken;
import io.tokenrouter.gpu.weights.DeviceMatrix;

/** Device memory of one executor, freed together. For one thread at a time. */
final class DeviceArena implements AutoCloseable {

    private final CudaContext context;
    private final Taken taken;

    DeviceArena(CudaContext context) {
        this.context = context;
        taken = new Taken(context);
    }

    /** @throws io.tokenrouter.gpu.driver.DeviceMemoryException if the device has not so much left */
    DeviceMemory allocate(String what, long bytes) {
        return taken.allocate(what, bytes);
    }

    /** Frees memory that others allocated together with the rest. */
    DeviceMemory take(DeviceMemory memory) {
        return taken.own(memory);
    }

    DeviceMatrix take(DeviceMatrix matrix) {
        own(() -> matrix.free(context));
        return matrix;
    }

    DeviceMemory floats(String what, long count) {
        return allocate(what, Math.multiplyExact(count, (long) Float.BYTES));
    }

    /** Closes {@code part} with the arena. */
    <T extends AutoCloseable> T own(T part) {
        return taken.own(part);
    }

    /** See {@link Taken#closeAfter}. */
    void closeAfter(Throwable failure) {
        taken.closeAfter(failure);
    }

    /** What was taken last goes first. Fails at the end, and not where the device is lost; see {@link Taken#close}. */
    @Override
    public void close() {
        taken.close();
    }
}
