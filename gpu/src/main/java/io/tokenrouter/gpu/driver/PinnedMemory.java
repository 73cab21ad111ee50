package io.tokenrouter.gpu.driver;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import jcuda.Pointer;

/** Host memory that the device copies from and to by itself. At most 2 GiB. Freed by the context that made it. */
public final class PinnedMemory {

    final Pointer pointer;
    private final ByteBuffer bytes;

    PinnedMemory(Pointer pointer, long size) {
        this.pointer = pointer;
        this.bytes = pointer.getByteBuffer(0, size).order(ByteOrder.LITTLE_ENDIAN);
    }

    /** The memory itself, little-endian, position 0; use absolute access. Not to be written while a copy from it may run. */
    public ByteBuffer bytes() {
        return bytes;
    }
}
