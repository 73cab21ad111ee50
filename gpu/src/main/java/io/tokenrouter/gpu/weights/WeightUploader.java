package io.tokenrouter.gpu.weights;

import io.tokenrouter.engine.tensor.Tensor;
import io.tokenrouter.engine.tensor.TensorShape;
import io.tokenrouter.gpu.driver.CudaContext;
import io.tokenrouter.gpu.driver.CudaStream;
import io.tokenrouter.gpu.driver.DeviceMemory;
import io.tokenrouter.gpu.driver.DeviceMemoryException;
import io.tokenrouter.gpu.driver.PinnedMemory;
import io.tokenrouter.gpu.memory.Taken;
import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.stream.IntStream;

/**
 * Brings weights from a model's mapped files to a device. While all processors lay out some rows in one pinned buffer, the device copies
 * from the other; the host needs no more memory than the two.
 *
 * <p>For one thread, which is not the one that owns the context.
 */
public final class WeightUploader implements AutoCloseable {

    private static final int STAGING_BYTES = 8 << 20;

    private final CudaContext context;
    private final Taken taken;
    private final CudaStream stream;
    private final PinnedMemory[] staging = new PinnedMemory[2];
    private CompletableFuture<Void> copy = CompletableFuture.completedFuture(null);
    private int next;

    public WeightUploader(CudaContext context) {
        this.context = context;
        taken = new Taken(context);
        try {
            stream = taken.stream();
            for (int i = 0; i < staging.length; i++) {
                staging[i] = taken.allocatePinned(STAGING_BYTES);
            }
        } catch (RuntimeException | Error e) {
            taken.closeAfter(e);
            throw e;
        }
    }

    /** Whether these can be rows of one matrix: their formats come into the same layout, and they have as many columns. */
    public static boolean stackable(List<Tensor> tensors) {
        WeightLayout layout = WeightLayout.of(tensors.getFirst().format());
        int columns = tensors.getFirst().columns();
        return tensors.stream()
                .allMatch(tensor -> WeightLayout.of(tensor.format()) == layout && tensor.columns() == columns);
    }

    /** Bytes of device memory that {@link #upload} of these takes as one matrix. */
    public static long bytesFor(List<Tensor> tensors) {
        Tensor first = tensors.getFirst();
        return WeightLayout.of(first.format()).bytes(rows(tensors), first.columns());
    }

    /** Bytes of device memory that {@link #upload} of this takes. */
    public static long bytesFor(Tensor tensor) {
        return bytesFor(List.of(tensor));
    }

    /** The same of a tensor that is not at hand. */
    public static long bytesFor(TensorShape shape) {
        return WeightLayout.of(shape.format()).bytes(shape.rows(), shape.columns());
    }

    /**
     * One matrix of all rows of {@code tensors}, one tensor after the other.
     *
     * @throws IllegalArgumentException if they are not {@link #stackable}
     * @throws DeviceMemoryException if the device has not so much memory left
     */
    public DeviceMatrix upload(List<Tensor> tensors) {
        if (!stackable(tensors)) {
            throw new IllegalArgumentException("no one matrix: " + tensors);
        }
        Tensor first = tensors.getFirst();
        WeightLayout layout = WeightLayout.of(first.format());
        int rows = rows(tensors);
        Taken memory = new Taken(context);
        try {
            DeviceMemory all = memory.allocate(first.name(), layout.bytes(rows, first.columns()));
            int row = 0;
            for (Tensor tensor : tensors) {
                upload(tensor, layout, all, row, layout.scalesFrom(rows, first.columns()));
                row += tensor.rows();
            }
            await(copy);
            return new DeviceMatrix(layout, rows, first.columns(), all);
        } catch (RuntimeException | Error e) {
            giveUp(memory, e);
            throw e;
        }
    }

    public DeviceMatrix upload(Tensor tensor) {
        return upload(List.of(tensor));
    }

    /**
     * Numbers as they are.
     *
     * @param what they are, as an operator would call it
     * @return exactly as many bytes, for {@link CudaContext#free}
     */
    public DeviceMemory upload(String what, float[] values) {
        Taken memory = new Taken(context);
        try {
            DeviceMemory all = memory.allocate(what, 4L * values.length);
            int most = STAGING_BYTES / 4;
            for (int from = 0; from < values.length; from += most) {
                int length = Math.min(most, values.length - from);
                PinnedMemory buffer = staging[next];
                FloatBuffer floats = buffer.bytes()
                        .duplicate()
                        .order(ByteOrder.LITTLE_ENDIAN)
                        .asFloatBuffer();
                floats.put(0, values, from, length);
                DeviceMemory part = all.slice(4L * from, 4L * length);
                start(() -> stream.upload(buffer, part, part.bytes()));
            }
            await(copy);
            return all;
        } catch (RuntimeException | Error e) {
            giveUp(memory, e);
            throw e;
        }
    }

    @Override
    public void close() {
        taken.close();
    }

    /** Waits for the copy that runs, which may write to {@code memory}, and frees that. The uploader is good for more. */
    private void giveUp(Taken memory, Throwable failure) {
        copy.exceptionally(another -> null).join();
        copy = CompletableFuture.completedFuture(null);
        memory.closeAfter(failure);
    }

    private void upload(Tensor tensor, WeightLayout layout, DeviceMemory memory, int firstRow, long scalesFrom) {
        int codeBytes = layout.codeRowBytes(tensor.columns());
        int scaleBytes = layout.scaleRowBytes(tensor.columns());
        int most = STAGING_BYTES / (codeBytes + scaleBytes);
        if (most == 0) {
            throw new IllegalArgumentException(
                    "a row of " + tensor.name() + " has more than " + STAGING_BYTES + " bytes on the device");
        }
        for (int from = 0; from < tensor.rows(); from += most) {
            int rows = Math.min(most, tensor.rows() - from);
            PinnedMemory buffer = staging[next];
            long scales = (long) rows * codeBytes;
            pack(tensor, from, rows, MemorySegment.ofBuffer(buffer.bytes()), codeBytes, scales, scaleBytes);
            long row = (long) firstRow + from;
            DeviceMemory codesTo = memory.slice(row * codeBytes, (long) rows * codeBytes);
            DeviceMemory scalesTo = memory.slice(scalesFrom + row * scaleBytes, (long) rows * scaleBytes);
            start(() -> {
                stream.upload(buffer, codesTo, codesTo.bytes());
                if (scaleBytes > 0) {
                    stream.upload(buffer, scales, scalesTo, scalesTo.bytes());
                }
            });
        }
    }

    private static void pack(
            Tensor tensor, int from, int rows, MemorySegment out, int codeBytes, long scales, int scaleBytes) {
        int parts = Math.min(rows, 4 * Runtime.getRuntime().availableProcessors());
        IntStream.range(0, parts).parallel().forEach(part -> {
            RowPacker packer = new RowPacker(tensor);
            int until = (int) ((long) rows * (part + 1) / parts);
            for (int row = (int) ((long) rows * part / parts); row < until; row++) {
                packer.pack(from + row, out, (long) row * codeBytes, scales + (long) row * scaleBytes);
            }
        });
    }

    /** Starts a copy from the buffer at hand when the one before is done, so that the other buffer is free afterwards. */
    private void start(Runnable copies) {
        await(copy);
        copy = new CompletableFuture<>();
        CompletableFuture<Void> started = copy;
        Thread.ofVirtual().name("weights").start(() -> {
            try {
                context.step(stream, copies);
                started.complete(null);
            } catch (RuntimeException | Error e) {
                started.completeExceptionally(e);
            }
        });
        next = 1 - next;
    }

    private static void await(CompletableFuture<Void> copy) {
        try {
            copy.join();
        } catch (CompletionException e) {
            switch (e.getCause()) {
                case RuntimeException cause -> throw cause;
                case Error cause -> throw cause;
                case null, default -> throw e;
            }
        }
    }

    private static int rows(List<Tensor> tensors) {
        return tensors.stream().mapToInt(Tensor::rows).reduce(0, Math::addExact);
    }
}
