package io.tokenrouter.gpu.layers;

import io.tokenrouter.gpu.driver.CudaContext;
import io.tokenrouter.gpu.driver.CudaStream;
import io.tokenrouter.gpu.driver.DeviceMemory;
import io.tokenrouter.gpu.driver.PinnedMemory;
import io.tokenrouter.gpu.emulator.Emulator;
import io.tokenrouter.gpu.kernels.Kernels;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Arrays of a test on the device. Skips the test where there is no emulator. */
final class DeviceArrays implements AutoCloseable {

    /** A NaN as float and, twice, as half. */
    private static final int POISON = 0x7fff7fff;

    final CudaContext context = Emulator.context();
    final Kernels kernels = Emulator.kernels();
    final CudaStream stream = context.stream();
    private final List<DeviceMemory> memories = new ArrayList<>();

    DeviceMemory floats(float... values) {
        return upload(
                Float.BYTES * values.length, bytes -> bytes.asFloatBuffer().put(values));
    }

    DeviceMemory ints(int... values) {
        return upload(
                Integer.BYTES * values.length, bytes -> bytes.asIntBuffer().put(values));
    }

    DeviceMemory halves(short... values) {
        return upload(
                Short.BYTES * values.length, bytes -> bytes.asShortBuffer().put(values));
    }

    /** So many numbers of 4 bytes, none of which a kernel may read before it wrote it. */
    DeviceMemory poisoned(int count) {
        int[] values = new int[count];
        Arrays.fill(values, POISON);
        return ints(values);
    }

    /** Launches and waits for the end. */
    void run(Consumer<CudaStream> launches) {
        context.step(stream, () -> launches.accept(stream));
    }

    /** On the thread that owns the context. */
    <T> T make(Supplier<T> maker) {
        return context.call(maker);
    }

    float[] floats(DeviceMemory memory) {
        float[] values = new float[Math.toIntExact(memory.bytes() / Float.BYTES)];
        download(memory, bytes -> bytes.asFloatBuffer().get(values));
        return values;
    }

    short[] halves(DeviceMemory memory) {
        short[] values = new short[Math.toIntExact(memory.bytes() / Short.BYTES)];
        download(memory, bytes -> bytes.asShortBuffer().get(values));
        return values;
    }

    private DeviceMemory upload(long bytes, Consumer<ByteBuffer> fill) {
        DeviceMemory memory = context.allocate("a test", bytes);
        memories.add(memory);
        PinnedMemory pinned = context.allocatePinned(bytes);
        fill.accept(pinned.bytes());
        run(on -> on.upload(pinned, memory, bytes));
        context.free(pinned);
        return memory;
    }

    private void download(DeviceMemory memory, Consumer<ByteBuffer> read) {
        PinnedMemory pinned = context.allocatePinned(memory.bytes());
        run(on -> on.download(memory, pinned, memory.bytes()));
        read.accept(pinned.bytes());
        context.free(pinned);
    }

    @Override
    public void close() {
        memories.forEach(context::free);
        context.free(stream);
    }

    static float[] random(Random random, int count) {
        float[] values = new float[count];
        for (int i = 0; i < count; i++) {
            values[i] = (float) random.nextGaussian();
        }
        return values;
    }
}
