package io.tokenrouter.gpu.weights;

import io.tokenrouter.engine.tensor.KernelChoice;
import io.tokenrouter.engine.tensor.Kernels;
import io.tokenrouter.engine.tensor.Tensor;
import io.tokenrouter.engine.tensor.TensorFormat;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.Random;

/** Tensors with random codes and scales, and their numbers as the engine's plain loops have them. */
public final class SampleTensors {

    private static final ValueLayout.OfShort SHORT =
            ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfFloat FLOAT =
            ValueLayout.JAVA_FLOAT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final Kernels SCALAR = KernelChoice.SCALAR.kernels();

    private SampleTensors() {}

    /** All codes occur, and scales of either sign. */
    public static Tensor random(TensorFormat format, int rows, int columns, Random random) {
        byte[] bytes = new byte[Math.toIntExact(rows * format.bytesFor(columns))];
        random.nextBytes(bytes);
        // off by one from what is aligned, as tensors in files may lie
        MemorySegment data = Arena.ofAuto().allocate(bytes.length + 1L, 16).asSlice(1);
        MemorySegment.copy(bytes, 0, data, ValueLayout.JAVA_BYTE, 0, bytes.length);
        for (long at = 0; at < bytes.length; at += format.blockBytes()) {
            float value = (float) random.nextGaussian() / 8;
            switch (format) {
                case F32 -> data.set(FLOAT, at, value);
                case BF16 -> data.set(SHORT, at, (short) (Float.floatToIntBits(value) >>> 16));
                default -> {
                    for (int half : halves(format)) {
                        float scale = (float) random.nextGaussian() / format.blockSize();
                        data.set(SHORT, at + half, Float.floatToFloat16(scale));
                    }
                }
            }
        }
        return new Tensor("a.weight", format, rows, columns, data);
    }

    public static float[] row(Tensor tensor, int row) {
        float[] values = new float[tensor.columns()];
        SCALAR.decodeRow(tensor, row, values, 0);
        return values;
    }

    /** Columns of a row that all formats can have. */
    public static int columns(TensorFormat format, int wanted) {
        int block = format.blockSize();
        return (wanted + block - 1) / block * block;
    }

    /** Where the half-precision numbers of a block lie. */
    private static int[] halves(TensorFormat format) {
        return switch (format) {
            case F16, Q8_0, Q4_0, Q5_0, IQ4_NL, IQ4_XS -> new int[] {0};
            case Q4_1, Q5_1, Q4_K, Q5_K -> new int[] {0, 2};
            case Q2_K -> new int[] {80, 82};
            case Q3_K -> new int[] {108};
            case Q6_K -> new int[] {208};
            case F32, BF16 -> new int[0];
        };
    }
}
