package io.tokenrouter.gpu.driver;

import jcuda.driver.CUdeviceptr;

/**
 * A stretch of device memory. Addresses of 256-byte alignment at its start. Made and freed by the thread that owns the context
 * ({@link CudaContext#allocate}); safe to pass around.
 */
public final class DeviceMemory {

    final CUdeviceptr pointer;
    private final long bytes;

    DeviceMemory(CUdeviceptr pointer, long bytes) {
        this.pointer = pointer;
        this.bytes = bytes;
    }

    public long bytes() {
        return bytes;
    }

    /**
     * A part of it; only the whole is freed.
     *
     * @param from first byte
     */
    public DeviceMemory slice(long from, long length) {
        if (from < 0 || length < 0 || from > bytes - length) {
            throw new IndexOutOfBoundsException(length + " bytes from " + from + " of " + bytes);
        }
        return new DeviceMemory(pointer.withByteOffset(from), length);
    }
}
