package io.tokenrouter.gpu.memory;

import io.tokenrouter.gpu.driver.CudaContext;
import io.tokenrouter.gpu.driver.CudaStream;
import io.tokenrouter.gpu.driver.DeviceMemory;
import io.tokenrouter.gpu.driver.PinnedMemory;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Memory, streams and parts of one object, given back together. A constructor that takes several things takes them here, and calls
 * {@link #closeAfter} where it fails. For one thread at a time.
 */
public final class Taken implements AutoCloseable {

    private final CudaContext context;
    private final List<AutoCloseable> parts = new ArrayList<>();

    public Taken(CudaContext context) {
        this.context = context;
    }

    /**
     * @param what it is for, as an operator would call it
     * @throws io.tokenrouter.gpu.driver.DeviceMemoryException if the device has not so much left
     */
    public DeviceMemory allocate(String what, long bytes) {
        return own(context.allocate(what, bytes));
    }

    /** @throws io.tokenrouter.gpu.driver.CudaException if the host has not so much left */
    public PinnedMemory allocatePinned(long bytes) {
        PinnedMemory memory = context.allocatePinned(bytes);
        parts.add(() -> context.free(memory));
        return memory;
    }

    public CudaStream stream() {
        CudaStream stream = context.stream();
        parts.add(() -> context.free(stream));
        return stream;
    }

    /** Frees with the rest what others allocated. */
    public DeviceMemory own(DeviceMemory memory) {
        parts.add(() -> context.free(memory));
        return memory;
    }

    /** Closes {@code part} with the rest. */
    public <T extends AutoCloseable> T own(T part) {
        parts.add(part);
        return part;
    }

    /** Gives everything back because of a failure, which the caller throws on. What fails now is told with it. */
    public void closeAfter(Throwable failure) {
        try {
            close();
        } catch (RuntimeException e) {
            failure.addSuppressed(e);
        }
    }

    /**
     * Gives back everything, what was taken last first, also where some of it fails: then the first failure is thrown with the others
     * suppressed. Nothing fails where the device is lost: its memory went with it.
     */
    @Override
    public void close() {
        @Nullable RuntimeException first = null;
        for (AutoCloseable part : parts.reversed()) {
            try {
                part.close();
            } catch (Exception e) {
                RuntimeException failure = e instanceof RuntimeException plain ? plain : new IllegalStateException(e);
                if (first == null) {
                    first = failure;
                } else {
                    first.addSuppressed(failure);
                }
            }
        }
        parts.clear();
        if (first != null && context.lost() == null) {
            throw first;
        }
    }
}
