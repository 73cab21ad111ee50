package io.tokenrouter.gpu;

import io.tokenrouter.gpu.driver.CudaContext;
import io.tokenrouter.gpu.driver.DeviceMemory;
import io.tokenrouter.gpu.weights.DeviceMatrix;
import java.util.ArrayList;
import java.util.List;

/** Device memory of one executor, freed together. For one thread at a time. */
final class DeviceArena implements AutoCloseable {

    private final CudaContext context;
    private final List<DeviceMemory> taken = new ArrayList<>();
    private final List<AutoCloseable> owned = new ArrayList<>();

    DeviceArena(CudaContext context) {
        this.context = context;
    }

    /** @throws io.tokenrouter.gpu.driver.DeviceMemoryException if the device has not so much left */
    DeviceMemory allocate(String what, long bytes) {
        return take(context.allocate(what, bytes));
    }

    /** Frees memory that others allocated together with the rest. */
    DeviceMemory take(DeviceMemory memory) {
        taken.add(memory);
        return memory;
    }

    DeviceMatrix take(DeviceMatrix matrix) {
        own(() -> matrix.free(context));
        return matrix;
    }

    DeviceMemory floats(String what, long count) {
        return allocate(what, Math.multiplyExact(count, (long) Float.BYTES));
    }

    /** Closes {@code part} with the arena, parts in reverse and before the memory. */
    <T extends AutoCloseable> T own(T part) {
        owned.add(part);
        return part;
    }

    @Override
    public void close() {
        for (AutoCloseable part : owned.reversed()) {
            try {
                part.close();
            } catch (RuntimeException e) {
                throw e;
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        }
        taken.forEach(context::free);
        owned.clear();
        taken.clear();
    }
}
