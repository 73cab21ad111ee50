package io.tokenrouter.engine.model;

import io.tokenrouter.engine.tensor.TensorFormat;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.function.Consumer;

/**
 * Encodes numbers in the layouts of {@link TensorFormat}, rounding to nearest. The block formats scale each block by its
 * own range; this is plain rounding, without the searches of a quantizer that weighs errors.
 */
public final class TensorEncoder {

    private static final ValueLayout.OfShort SHORT =
            ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfFloat FLOAT =
            ValueLayout.JAVA_FLOAT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final int BLOCK = 32;

    private TensorEncoder() {}

    /** Fills a tensor with {@code values}; for {@link GgufWriter#tensor}. */
    public static Consumer<MemorySegment> of(TensorFormat format, float[] values) {
        return destination -> encode(format, values, destination);
    }

    /**
     * Encodes all {@code values}, a whole number of blocks.
     *
     * @param destination exactly {@code format.bytesFor(values.length)} bytes
     */
    public static void encode(TensorFormat format, float[] values, MemorySegment destination) {
        if (destination.byteSize() != format.bytesFor(values.length)) {
            throw new IllegalArgumentException(values.length + " values in " + format + " take "
                    + format.bytesFor(values.length) + " bytes, not " + destination.byteSize());
        }
        int blocks = values.length / format.blockSize();
        for (int b = 0; b < blocks; b++) {
            int from = b * format.blockSize();
            MemorySegment block = destination.asSlice((long) b * format.blockBytes(), format.blockBytes());
            switch (format) {
                case F32 -> block.set(FLOAT, 0, values[from]);
                case F16 -> block.set(SHORT, 0, Float.floatToFloat16(values[from]));
                case BF16 -> block.set(SHORT, 0, toBfloat16(values[from]));
                case Q8_0 -> signedBytes(values, from, block);
                case Q4_0 -> symmetric(values, from, block, 4);
                case Q5_0 -> symmetric(values, from, block, 5);
                case Q4_1 -> affine(values, from, block, 4);
                case Q5_1 -> affine(values, from, block, 5);
                case Q2_K, Q3_K, Q4_K, Q5_K, Q6_K, IQ4_XS -> SuperBlockEncoder.encode(format, values, from, block);
                case IQ4_NL -> SuperBlockEncoder.iq4nl(values, from, block);
            }
        }
    }

    /** The nearest bfloat16, ties to even. */
    private static short toBfloat16(float value) {
        int bits = Float.floatToRawIntBits(value);
        if (Float.isNaN(value)) {
            return (short) (bits >>> 16 | 0x40);
        }
        return (short) ((bits + 0x7fff + (bits >>> 16 & 1)) >>> 16);
    }

    private static void signedBytes(float[] values, int from, MemorySegment block) {
        float largest = 0;
        for (int i = 0; i < BLOCK; i++) {
            largest = Math.max(largest, Math.abs(values[from + i]));
        }
        float scale = largest / 127;
        block.set(SHORT, 0, Float.floatToFloat16(scale));
        for (int i = 0; i < BLOCK; i++) {
            int code = scale == 0 ? 0 : Math.round(values[from + i] / scale);
            block.set(ValueLayout.JAVA_BYTE, 2 + i, (byte) code);
        }
    }

    /** Codes 0 to 2^bits - 1 around their middle; the value of largest magnitude falls on the end of the codes. */
    private static void symmetric(float[] values, int from, MemorySegment block, int bits) {
        float extreme = 0;
        for (int i = 0; i < BLOCK; i++) {
            if (Math.abs(values[from + i]) > Math.abs(extreme)) {
                extreme = values[from + i];
            }
        }
        int middle = 1 << (bits - 1);
        float scale = extreme / -middle;
        block.set(SHORT, 0, Float.floatToFloat16(scale));
        int[] codes = new int[BLOCK];
        for (int i = 0; i < BLOCK; i++) {
            int code = scale == 0 ? middle : Math.round(values[from + i] / scale) + middle;
            codes[i] = Math.clamp(code, 0, 2 * middle - 1);
        }
        pack(codes, block, 2, bits);
    }

    /** Codes 0 to 2^bits - 1 from the block's minimum to its maximum. */
    private static void affine(float[] values, int from, MemorySegment block, int bits) {
        float low = values[from];
        float high = values[from];
        for (int i = 1; i < BLOCK; i++) {
            low = Math.min(low, values[from + i]);
            high = Math.max(high, values[from + i]);
        }
        int largest = (1 << bits) - 1;
        float scale = (high - low) / largest;
        block.set(SHORT, 0, Float.floatToFloat16(scale));
        block.set(SHORT, 2, Float.floatToFloat16(low));
        int[] codes = new int[BLOCK];
        for (int i = 0; i < BLOCK; i++) {
            int code = scale == 0 ? 0 : Math.round((values[from + i] - low) / scale);
            codes[i] = Math.clamp(code, 0, largest);
        }
        pack(codes, block, 4, bits);
    }

    /** Stores the fifth bits, if any, as one word, then two codes a byte: the first half of the block in the low nibbles. */
    private static void pack(int[] codes, MemorySegment block, int at, int bits) {
        int nibbles = at;
        if (bits == 5) {
            int high = 0;
            for (int i = 0; i < BLOCK; i++) {
                high |= (codes[i] >>> 4) << i;
            }
            block.set(INT, at, high);
            nibbles += Integer.BYTES;
        }
        for (int i = 0; i < BLOCK / 2; i++) {
            int low = codes[i] & 15;
            int upper = codes[i + BLOCK / 2] & 15;
            block.set(ValueLayout.JAVA_BYTE, nibbles + i, (byte) (low | upper << 4));
        }
    }
}
