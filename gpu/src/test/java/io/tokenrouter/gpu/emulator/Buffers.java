package io.tokenrouter.gpu.emulator;

import io.tokenrouter.gpu.driver.CudaContext;
import io.tokenrouter.gpu.driver.CudaStream;
import io.tokenrouter.gpu.driver.DeviceMemory;
import io.tokenrouter.gpu.driver.PinnedMemory;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Arrays on the way to a device and back, for tests. Each call waits until the copy is done. What is allocated the caller frees. */
public final class Buffers {

    private Buffers() {}

    /** Device memory with these numbers. */
    public static DeviceMemory floats(CudaContext context, float... values) {
        ByteBuffer bytes = ByteBuffer.allocate(4 * values.length).order(ByteOrder.LITTLE_ENDIAN);
        bytes.asFloatBuffer().put(values);
        return bytes(context, bytes.array());
    }

    public static DeviceMemory ints(CudaContext context, int... values) {
        ByteBuffer bytes = ByteBuffer.allocate(4 * values.length).order(ByteOrder.LITTLE_ENDIAN);
        bytes.asIntBuffer().put(values);
        return bytes(context, bytes.array());
    }

    public static DeviceMemory shorts(CudaContext context, short... values) {
        ByteBuffer bytes = ByteBuffer.allocate(2 * values.length).order(ByteOrder.LITTLE_ENDIAN);
        bytes.asShortBuffer().put(values);
        return bytes(context, bytes.array());
    }

    public static DeviceMemory bytes(CudaContext context, byte... values) {
        DeviceMemory memory = context.allocate("an array of a test", values.length);
        CudaStream stream = context.stream();
        PinnedMemory pinned = context.allocatePinned(values.length);
        pinned.bytes().put(0, values);
        context.step(stream, () -> stream.upload(pinned, memory, values.length));
        context.free(pinned);
        context.free(stream);
        return memory;
    }

    /** The first of what lies there. */
    public static float[] floats(CudaContext context, DeviceMemory memory, int count) {
        float[] values = new float[count];
        bytes(context, memory, 4 * count).asFloatBuffer().get(values);
        return values;
    }

    public static int[] ints(CudaContext context, DeviceMemory memory, int count) {
        int[] values = new int[count];
        bytes(context, memory, 4 * count).asIntBuffer().get(values);
        return values;
    }

    public static short[] shorts(CudaContext context, DeviceMemory memory, int count) {
        short[] values = new short[count];
        bytes(context, memory, 2 * count).asShortBuffer().get(values);
        return values;
    }

    /** The first bytes of what lies there, little-endian. */
    public static ByteBuffer bytes(CudaContext context, DeviceMemory memory, int count) {
        CudaStream stream = context.stream();
        PinnedMemory pinned = context.allocatePinned(count);
        context.step(stream, () -> stream.download(memory, pinned, count));
        byte[] values = new byte[count];
        pinned.bytes().get(0, values);
        context.free(pinned);
        context.free(stream);
        return ByteBuffer.wrap(values).order(ByteOrder.LITTLE_ENDIAN);
    }
}
