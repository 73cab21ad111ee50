package io.tokenrouter.gpu.candidate;

import io.tokenrouter.gpu.driver.CudaStream;
import io.tokenrouter.gpu.driver.DeviceMemory;

/** One head on a device. */
interface HeadPass extends AutoCloseable {

    /**
     * Writes the head's numbers, entry after entry without gaps. On the thread that owns the context.
     *
     * @param out float32
     */
    void enqueue(CudaStream stream, HeadEntries entries, DeviceMemory out);

    /** Gives its memory back. Not while it may run. */
    @Override
    void close();
}
