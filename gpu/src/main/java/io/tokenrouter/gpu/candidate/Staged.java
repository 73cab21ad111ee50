package io.tokenrouter.gpu.candidate;

import io.tokenrouter.gpu.driver.CudaContext;
import io.tokenrouter.gpu.driver.DeviceMemory;
import io.tokenrouter.gpu.driver.DeviceMemoryException;
import io.tokenrouter.gpu.driver.PinnedMemory;
import io.tokenrouter.gpu.memory.Taken;
import java.nio.ByteBuffer;

/** Memory of the host and as much of the device, with copies between them. Grows where more is needed; what was in it is lost then. */
final class Staged implements AutoCloseable {

    private static final long LEAST_BYTES = 1 << 12;

    private final CudaContext context;
    private final String what;
    private Room room;

    private record Room(Taken taken, DeviceMemory device, PinnedMemory host) {

        static Room of(CudaContext context, String what, long bytes) {
            Taken taken = new Taken(context);
            try {
                return new Room(taken, taken.allocate(what, bytes), taken.allocatePinned(bytes));
            } catch (RuntimeException | Error e) {
                taken.closeAfter(e);
                throw e;
            }
        }
    }

    Staged(CudaContext context, String what, long bytes) {
        this.context = context;
        this.what = what;
        room = Room.of(context, what, Math.max(LEAST_BYTES, bytes));
    }

    /**
     * Makes room. Not while a copy may run, nor where a graph has the address.
     *
     * @throws IllegalStateException saying what to change if the device has not so much left; there is as much room as before then
     */
    void reserve(long bytes) {
        long before = room.device().bytes();
        if (bytes > before) {
            Room smaller = room;
            try {
                room = Room.of(context, what, Math.max(bytes, 2 * before));
            } catch (DeviceMemoryException e) {
                throw StepMemory.tooSmall(e);
            }
            smaller.taken().close();
        }
    }

    PinnedMemory pinned() {
        return room.host();
    }

    ByteBuffer host() {
        return room.host().bytes();
    }

    DeviceMemory device() {
        return room.device();
    }

    /** From a byte on. */
    DeviceMemory device(long from) {
        return device().slice(from, device().bytes() - from);
    }

    @Override
    public void close() {
        room.taken().close();
    }
}
