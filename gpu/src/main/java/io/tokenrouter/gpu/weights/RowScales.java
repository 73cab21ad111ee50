package io.tokenrouter.gpu.weights;

import io.tokenrouter.engine.tensor.TensorFormat;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** The scales of a row in one of GGML's block formats, as its {@link WeightLayout} has them. */
final class RowScales {

    private RowScales() {}

    /**
     * @param at where the row begins
     * @param columns a whole number of blocks
     * @param to where its scales go
     */
    static void write(TensorFormat format, MemorySegment data, long at, int columns, MemorySegment out, long to) {
        int blocks = columns / format.blockSize();
        int bytes = format.blockBytes();
        switch (format) {
            case Q8_0, Q5_0, IQ4_NL, Q4_0 -> each(blocks, data, at, bytes, out, to, 2);
            case Q5_1, Q4_1 -> each(blocks, data, at, bytes, out, to, 4);
            case Q4_K, Q5_K -> each(blocks, data, at, bytes, out, to, 16);
            case Q2_K -> {
                each(blocks, data, at, bytes, out, to, 16);
                each(blocks, data, at + 80, bytes, out, to + 16L * blocks, 4);
            }
            case Q6_K -> {
                each(blocks, data, at + 192, bytes, out, to, 16);
                each(blocks, data, at + 208, bytes, out, to + 16L * blocks, 2);
            }
            case Q3_K -> {
                for (int i = 0; i < 16 * blocks; i++) {
                    byte scale = (byte) q3Scale(data, at + (long) i / 16 * bytes + 96, i % 16);
                    out.set(ValueLayout.JAVA_BYTE, to + i, scale);
                }
                each(blocks, data, at + 108, bytes, out, to + 16L * blocks, 2);
            }
            case IQ4_XS -> {
                for (int i = 0; i < 16 * blocks; i++) {
                    byte scale = (byte) iq4Scale(data, at + (long) i / 16 * bytes, i % 16 / 2);
                    out.set(ValueLayout.JAVA_BYTE, to + i, scale);
                }
                each(blocks, data, at, bytes, out, to + 16L * blocks, 2);
            }
            case F32, F16, BF16 -> throw new IllegalArgumentException(format + " has no scales");
        }
    }

    /** Copies {@code length} bytes of each block, one after the other. */
    private static void each(
            int blocks, MemorySegment data, long at, int blockBytes, MemorySegment out, long to, int length) {
        for (int block = 0; block < blocks; block++) {
            MemorySegment.copy(data, at + (long) block * blockBytes, out, to + (long) block * length, length);
        }
    }

    private static int unsigned(MemorySegment data, long at) {
        return data.get(ValueLayout.JAVA_BYTE, at) & 255;
    }

    /** Scale of a part of 16 of Q3_K, -32 to 31: four low bits, then two high ones. */
    private static int q3Scale(MemorySegment data, long at, int part) {
        int low = unsigned(data, at + part % 8) >>> part / 8 * 4 & 15;
        int high = unsigned(data, at + 8 + part % 4) >>> part / 4 * 2 & 3;
        return (low | high << 4) - 32;
    }

    /** Scale of a part of 32 of IQ4_XS, -32 to 31. */
    private static int iq4Scale(MemorySegment data, long at, int part) {
        int low = unsigned(data, at + 4 + part / 2) >>> part % 2 * 4 & 15;
        int high = unsigned(data, at + 2 + part / 4) >>> part % 4 * 2 & 3;
        return (low | high << 4) - 32;
    }
}
