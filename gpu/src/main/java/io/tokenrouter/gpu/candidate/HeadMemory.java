package io.tokenrouter.gpu.candidate;

import io.tokenrouter.engine.tensor.KernelChoice;
import io.tokenrouter.engine.tensor.Kernels;
import io.tokenrouter.engine.tensor.Tensor;
import io.tokenrouter.engine.tensor.TensorFormat;
import io.tokenrouter.gpu.driver.CudaContext;
import io.tokenrouter.gpu.driver.CudaStream;
import io.tokenrouter.gpu.driver.DeviceMemory;
import io.tokenrouter.gpu.driver.PinnedMemory;
import io.tokenrouter.gpu.memory.Taken;
import java.lang.foreign.MemorySegment;

/** Device memory of one head: its weights, and what is between its layers. */
final class HeadMemory implements AutoCloseable {

    private static final String NAME = "a router head";
    private static final long UPLOAD_BYTES = 4 << 20;
    private static final int ALIGNMENT = 8;

    private final CudaContext context;
    private final CudaStream stream;
    private final Taken taken;

    HeadMemory(CudaContext context, CudaStream stream) {
        this.context = context;
        this.stream = stream;
        taken = new Taken(context);
    }

    /** Floats from one row to the next, so that rows can be read 8 floats at a time. */
    static int stride(int width) {
        return Math.ceilDiv(width, ALIGNMENT) * ALIGNMENT;
    }

    /** One row for each entry. */
    DeviceMemory rows(int width) {
        return take((long) HeadKernels.MOST_ENTRIES * stride(width) * Float.BYTES);
    }

    /** Weights in the format in which they are stored, if heads can read it, as float32 if not. */
    DeviceMemory upload(Tensor stored) {
        return isRead(stored.format()) ? upload(stored.data()) : floats(stored);
    }

    /** Weights as float32. */
    DeviceMemory floats(Tensor stored) {
        if (stored.format() == TensorFormat.F32) {
            return upload(stored.data());
        }
        float[] values = new float[Math.multiplyExact(stored.rows(), stored.columns())];
        Kernels kernels = KernelChoice.SCALAR.kernels();
        for (int row = 0; row < stored.rows(); row++) {
            kernels.decodeRow(stored, row, values, row * stored.columns());
        }
        return upload(MemorySegment.ofArray(values));
    }

    static boolean isRead(TensorFormat format) {
        return format == TensorFormat.F32 || format == TensorFormat.F16 || format == TensorFormat.BF16;
    }

    private DeviceMemory upload(MemorySegment data) {
        DeviceMemory memory = take(data.byteSize());
        try (Taken passing = new Taken(context)) {
            PinnedMemory buffer = passing.allocatePinned(Math.min(UPLOAD_BYTES, data.byteSize()));
            MemorySegment pinned = MemorySegment.ofBuffer(buffer.bytes());
            for (long from = 0; from < data.byteSize(); from += UPLOAD_BYTES) {
                long bytes = Math.min(UPLOAD_BYTES, data.byteSize() - from);
                MemorySegment.copy(data, from, pinned, 0, bytes);
                DeviceMemory part = memory.slice(from, bytes);
                context.step(stream, () -> stream.upload(buffer, part, bytes));
            }
        }
        return memory;
    }

    private DeviceMemory take(long bytes) {
        return taken.allocate(NAME, bytes);
    }

    /** Gives everything back because of a failure; see {@link Taken#closeAfter}. */
    void closeAfter(Throwable failure) {
        taken.closeAfter(failure);
    }

    @Override
    public void close() {
        taken.close();
    }
}
