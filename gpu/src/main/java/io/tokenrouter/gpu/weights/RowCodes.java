package io.tokenrouter.gpu.weights;

import io.tokenrouter.engine.tensor.Codebook;
import io.tokenrouter.engine.tensor.TensorFormat;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/** The integer codes of a row in one of GGML's block formats, a byte each: what is multiplied by a scale. */
final class RowCodes {

    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    private RowCodes() {}

    /**
     * @param at where the row begins
     * @param columns a whole number of blocks
     * @param codes its first {@code columns} are written: signed, except those of nibbles, which are 0 to 15
     */
    static void read(TensorFormat format, MemorySegment data, long at, int columns, byte[] codes) {
        for (int i = 0; i < columns; i += format.blockSize(), at += format.blockBytes()) {
            switch (format) {
                case Q8_0 -> MemorySegment.copy(data, ValueLayout.JAVA_BYTE, at + 2, codes, i, 32);
                case Q4_0 -> nibbles(data, at + 2, 0, 0, codes, i);
                case Q4_1 -> nibbles(data, at + 4, 0, 0, codes, i);
                case Q5_0 -> nibbles(data, at + 6, data.get(INT, at + 2), -16, codes, i);
                case Q5_1 -> nibbles(data, at + 8, data.get(INT, at + 4), 0, codes, i);
                case IQ4_NL -> codebook(data, at + 2, codes, i);
                case IQ4_XS -> {
                    for (int part = 0; part < 8; part++) {
                        codebook(data, at + 8 + 16 * part, codes, i + 32 * part);
                    }
                }
                case Q2_K -> q2k(data, at, codes, i);
                case Q3_K -> q3k(data, at, codes, i);
                case Q4_K -> pairs(data, at + 16, codes, i);
                case Q5_K -> {
                    pairs(data, at + 48, codes, i);
                    fifthBits(data, at + 16, codes, i);
                }
                case Q6_K -> q6k(data, at, codes, i);
                case F32, F16, BF16 -> throw new IllegalArgumentException(format + " has no codes");
            }
        }
    }

    private static int unsigned(MemorySegment data, long at) {
        return data.get(ValueLayout.JAVA_BYTE, at) & 255;
    }

    /** Number j of 32 has its low four bits in a nibble of byte j mod 16 and its fifth in bit j of {@code high}. */
    private static void nibbles(MemorySegment data, long at, int high, int less, byte[] codes, int to) {
        for (int j = 0; j < 16; j++) {
            int pair = unsigned(data, at + j);
            codes[to + j] = (byte) ((pair & 15 | (high >>> j & 1) << 4) + less);
            codes[to + j + 16] = (byte) ((pair >>> 4 | (high >>> j + 16 & 1) << 4) + less);
        }
    }

    private static void codebook(MemorySegment data, long at, byte[] codes, int to) {
        for (int j = 0; j < 16; j++) {
            int pair = unsigned(data, at + j);
            codes[to + j] = Codebook.iq4(pair & 15);
            codes[to + j + 16] = Codebook.iq4(pair >>> 4);
        }
    }

    /** Four times 64 numbers: the low nibbles of 32 bytes, then the high ones. */
    private static void pairs(MemorySegment data, long at, byte[] codes, int to) {
        for (int j = 0; j < 128; j++) {
            int pair = unsigned(data, at + j);
            int first = to + j / 32 * 64 + j % 32;
            codes[first] = (byte) (pair & 15);
            codes[first + 32] = (byte) (pair >>> 4);
        }
    }

    private static void fifthBits(MemorySegment data, long at, byte[] codes, int to) {
        for (int j = 0; j < 32; j++) {
            int bits = unsigned(data, at + j);
            for (int part = 0; part < 8; part++) {
                codes[to + 32 * part + j] |= (byte) ((bits >>> part & 1) << 4);
            }
        }
    }

    private static void q2k(MemorySegment data, long at, byte[] codes, int to) {
        for (int j = 0; j < 64; j++) {
            int four = unsigned(data, at + 16 + j);
            for (int k = 0; k < 4; k++) {
                codes[to + j / 32 * 128 + 32 * k + j % 32] = (byte) (four >>> 2 * k & 3);
            }
        }
    }

    private static void q3k(MemorySegment data, long at, byte[] codes, int to) {
        q2k(data, at + 16, codes, to);
        for (int j = 0; j < 32; j++) {
            int bits = unsigned(data, at + j);
            for (int part = 0; part < 8; part++) {
                int i = to + 32 * part + j;
                codes[i] = (byte) ((codes[i] | (bits >>> part & 1) << 2) - 4);
            }
        }
    }

    private static void q6k(MemorySegment data, long at, byte[] codes, int to) {
        for (int half = 0; half < 2; half++) {
            for (int j = 0; j < 64; j++) {
                int low = unsigned(data, at + 64 * half + j);
                int high = unsigned(data, at + 128 + 32 * half + j % 32) >>> j / 32 * 2;
                int i = to + 128 * half + j;
                codes[i] = (byte) ((low & 15 | (high & 3) << 4) - 32);
                codes[i + 64] = (byte) ((low >>> 4 | (high >>> 4 & 3) << 4) - 32);
            }
        }
    }
}
