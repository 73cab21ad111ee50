package io.tokenrouter.engine.tensor;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/** Stored weights to floats, one number at a time: the definition that the fast kernels are held against. */
final class BlockDecoder {

    static final ValueLayout.OfShort SHORT = ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    static final ValueLayout.OfFloat FLOAT = ValueLayout.JAVA_FLOAT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    private BlockDecoder() {}

    /** Decodes {@code count} numbers, a whole number of blocks, that start at byte {@code at}. */
    static void decode(TensorFormat format, MemorySegment data, long at, int count, float[] out, int outOffset) {
        int blockSize = format.blockSize();
        for (int i = 0; i < count; i += blockSize, at += format.blockBytes()) {
            int to = outOffset + i;
            switch (format) {
                case F32 -> out[to] = data.get(FLOAT, at);
                case F16 -> out[to] = Float.float16ToFloat(data.get(SHORT, at));
                case BF16 -> out[to] = Float.intBitsToFloat(data.get(SHORT, at) << 16);
                case Q8_0 -> signedBytes(data, at, out, to);
                case Q4_0 -> nibbles(data, at + 2, 0, scale(data, at), -8 * scale(data, at), out, to);
                case Q4_1 -> nibbles(data, at + 4, 0, scale(data, at), scale(data, at + 2), out, to);
                case Q5_0 ->
                    nibbles(data, at + 6, data.get(INT, at + 2), scale(data, at), -16 * scale(data, at), out, to);
                case Q5_1 ->
                    nibbles(data, at + 8, data.get(INT, at + 4), scale(data, at), scale(data, at + 2), out, to);
                case Q2_K -> SuperBlocks.q2k(data, at, out, to);
                case Q3_K -> SuperBlocks.q3k(data, at, out, to);
                case Q4_K -> SuperBlocks.q4k(data, at, out, to);
                case Q5_K -> SuperBlocks.q5k(data, at, out, to);
                case Q6_K -> SuperBlocks.q6k(data, at, out, to);
                case IQ4_NL -> codebook(data, at, out, to);
                case IQ4_XS -> SuperBlocks.iq4xs(data, at, out, to);
            }
        }
    }

    static float scale(MemorySegment data, long at) {
        return Float.float16ToFloat(data.get(SHORT, at));
    }

    private static void signedBytes(MemorySegment data, long at, float[] out, int outOffset) {
        float scale = scale(data, at);
        for (int j = 0; j < 32; j++) {
            out[outOffset + j] = scale * data.get(ValueLayout.JAVA_BYTE, at + 2 + j);
        }
    }

    /** Number j has its low four bits in a nibble of byte j mod 16 and its fifth in bit j of {@code high}. */
    private static void nibbles(
            MemorySegment data, long at, int high, float scale, float minimum, float[] out, int outOffset) {
        for (int j = 0; j < 16; j++) {
            int pair = data.get(ValueLayout.JAVA_BYTE, at + j);
            int low = (pair & 15) | (high >>> j & 1) << 4;
            int top = (pair >>> 4 & 15) | (high >>> (j + 16) & 1) << 4;
            out[outOffset + j] = Math.fma(scale, low, minimum);
            out[outOffset + j + 16] = Math.fma(scale, top, minimum);
        }
    }

    private static void codebook(MemorySegment data, long at, float[] out, int outOffset) {
        float scale = scale(data, at);
        for (int j = 0; j < 16; j++) {
            int pair = data.get(ValueLayout.JAVA_BYTE, at + 2 + j);
            out[outOffset + j] = scale * Codebook.iq4(pair & 15);
            out[outOffset + j + 16] = scale * Codebook.iq4(pair >>> 4 & 15);
        }
    }
}
