package io.tokenrouter.gpu.verify;

import io.tokenrouter.engine.model.TensorEncoder;
import io.tokenrouter.engine.tensor.Tensor;
import io.tokenrouter.engine.tensor.TensorFormat;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.Random;

/**
 * Normally distributed numbers that repeat after a prime number of blocks, about a million numbers for matrices that have as many: rows of one
 * matrix differ. Matrices of one width are views from different places.
 */
final class RepeatedNumbers {

    /** Between the first blocks of two matrices; a prime that is none of the periods. */
    private static final long STRIDE = 7919;

    /** Logits then spread as in a trained model, and the residual stream stays small. */
    private static final double SPREAD = 1.5;

    private final TensorFormat format;
    private final int columns;
    private final int period;
    private final MemorySegment data;
    private long next;

    /**
     * @param columns width of the matrices
     * @param rows of the largest of them
     */
    RepeatedNumbers(Arena arena, TensorFormat format, int columns, int rows) {
        this.format = format;
        this.columns = columns;
        period = period(format.blockSize(), (long) rows * columns);
        float[] values = new float[period * format.blockSize()];
        Random random = new Random(columns);
        double deviation = SPREAD / Math.sqrt(columns);
        for (int i = 0; i < values.length; i++) {
            values[i] = (float) (deviation * random.nextGaussian());
        }
        long once = format.bytesFor(values.length);
        data = arena.allocate(once + rows * format.bytesFor(columns), Long.BYTES * 4);
        TensorEncoder.encode(format, values, data.asSlice(0, once));
        for (long filled = once; filled < data.byteSize(); filled *= 2) {
            MemorySegment.copy(data, 0, data, filled, Math.min(filled, data.byteSize() - filled));
        }
    }

    /** Blocks, a prime; fewer for small matrices, which are made often. */
    private static int period(int blockSize, long numbers) {
        boolean few = numbers < 1 << 20;
        return switch (blockSize) {
            case 1 -> few ? 32_771 : 1_048_583;
            case 32 -> few ? 1031 : 32_771;
            default -> few ? 257 : 4099;
        };
    }

    Tensor matrix(String name, int rows) {
        return view(name, rows, columns);
    }

    /** One row that need not be as wide. */
    Tensor vector(String name, int width) {
        return view(name, 1, width);
    }

    private Tensor view(String name, int rows, int width) {
        long from = next++ * STRIDE % period * format.blockBytes();
        long bytes = rows * format.bytesFor(width);
        return new Tensor(name, format, rows, width, data.asSlice(from, bytes).asReadOnly());
    }

    static Tensor ones(Arena arena, String name, int width) {
        float[] ones = new float[width];
        Arrays.fill(ones, 1);
        MemorySegment data = arena.allocate(TensorFormat.F32.bytesFor(width), Float.BYTES);
        TensorEncoder.encode(TensorFormat.F32, ones, data);
        return new Tensor(name, TensorFormat.F32, 1, width, data.asReadOnly());
    }
}
