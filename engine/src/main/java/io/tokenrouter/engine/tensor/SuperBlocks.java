package io.tokenrouter.engine.tensor;

import static io.tokenrouter.engine.tensor.BlockDecoder.SHORT;
import static io.tokenrouter.engine.tensor.BlockDecoder.scale;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * The layouts of GGML's blocks of 256, whose parts of 16 or 32 numbers have small integer scales under one or two scales of
 * half precision: where things lie, and the definition of the numbers they stand for.
 *
 * <p>A half-precision scale times a part's scale times a code has at most 24 significant bits, so products are exact and only
 * the subtraction of a minimum rounds.
 */
final class SuperBlocks {

    static final int SIZE = 256;

    /** Where in a block of Q4_K or Q5_K its 12 bytes of scales and minima begin. */
    static final int K_SCALES = 4;

    private SuperBlocks() {}

    private static int unsigned(MemorySegment data, long at) {
        return data.get(ValueLayout.JAVA_BYTE, at) & 255;
    }

    /**
     * Scale of a part of Q4_K or Q5_K, 0 to 63: six bits, of the last four parts the upper two apart.
     *
     * @param at of the 12 bytes
     * @param part 0 to 7
     */
    static int kScale(MemorySegment data, long at, int part) {
        return part < 4
                ? unsigned(data, at + part) & 63
                : unsigned(data, at + part + 4) & 15 | unsigned(data, at + part - 4) >>> 6 << 4;
    }

    /** The same of its minimum. */
    static int kMinimum(MemorySegment data, long at, int part) {
        return part < 4
                ? unsigned(data, at + part + 4) & 63
                : unsigned(data, at + part + 4) >>> 4 | unsigned(data, at + part) >>> 6 << 4;
    }

    /**
     * Scale of a part of Q3_K, -32 to 31: four low bits, then two high ones.
     *
     * @param at of the 12 bytes
     * @param part 0 to 15
     */
    static int q3Scale(MemorySegment data, long at, int part) {
        int low = unsigned(data, at + part % 8) >>> part / 8 * 4 & 15;
        int high = unsigned(data, at + 8 + part % 4) >>> part / 4 * 2 & 3;
        return (low | high << 4) - 32;
    }

    /**
     * Scale of a part of IQ4_XS, -32 to 31.
     *
     * @param at of the block
     * @param part 0 to 7
     */
    static int iq4Scale(MemorySegment data, long at, int part) {
        int low = unsigned(data, at + 4 + part / 2) >>> part % 2 * 4 & 15;
        int high = data.get(SHORT, at + 2) >>> part * 2 & 3;
        return (low | high << 4) - 32;
    }

    static void q2k(MemorySegment data, long at, float[] out, int to) {
        float scale = scale(data, at + 80);
        float minimum = scale(data, at + 82);
        for (int i = 0; i < SIZE; i++) {
            int part = unsigned(data, at + i / 16);
            int code = unsigned(data, at + 16 + i / 128 * 32 + i % 32) >>> i % 128 / 32 * 2 & 3;
            out[to + i] = scale * (part & 15) * code - minimum * (part >>> 4);
        }
    }

    static void q3k(MemorySegment data, long at, float[] out, int to) {
        float scale = scale(data, at + 108);
        for (int i = 0; i < SIZE; i++) {
            int low = unsigned(data, at + 32 + i / 128 * 32 + i % 32) >>> i % 128 / 32 * 2 & 3;
            int high = unsigned(data, at + i % 32) >>> i / 32 & 1;
            out[to + i] = scale * q3Scale(data, at + 96, i / 16) * ((low | high << 2) - 4);
        }
    }

    static void q4k(MemorySegment data, long at, float[] out, int to) {
        float scale = scale(data, at);
        float minimum = scale(data, at + 2);
        for (int i = 0; i < SIZE; i++) {
            int code = unsigned(data, at + 16 + i / 64 * 32 + i % 32) >>> i / 32 % 2 * 4 & 15;
            out[to + i] = scale * kScale(data, at + K_SCALES, i / 32) * code
                    - minimum * kMinimum(data, at + K_SCALES, i / 32);
        }
    }

    static void q5k(MemorySegment data, long at, float[] out, int to) {
        float scale = scale(data, at);
        float minimum = scale(data, at + 2);
        for (int i = 0; i < SIZE; i++) {
            int low = unsigned(data, at + 48 + i / 64 * 32 + i % 32) >>> i / 32 % 2 * 4 & 15;
            int high = unsigned(data, at + 16 + i % 32) >>> i / 32 & 1;
            out[to + i] = scale * kScale(data, at + K_SCALES, i / 32) * (low | high << 4)
                    - minimum * kMinimum(data, at + K_SCALES, i / 32);
        }
    }

    static void q6k(MemorySegment data, long at, float[] out, int to) {
        float scale = scale(data, at + 208);
        for (int i = 0; i < SIZE; i++) {
            int half = i / 128;
            int low = unsigned(data, at + half * 64 + i % 64) >>> i % 128 / 64 * 4 & 15;
            int high = unsigned(data, at + 128 + half * 32 + i % 32) >>> i % 128 / 32 * 2 & 3;
            out[to + i] = scale * data.get(ValueLayout.JAVA_BYTE, at + 192 + i / 16) * ((low | high << 4) - 32);
        }
    }

    static void iq4xs(MemorySegment data, long at, float[] out, int to) {
        float scale = scale(data, at);
        for (int i = 0; i < SIZE; i++) {
            int code = unsigned(data, at + 8 + i / 32 * 16 + i % 16) >>> i % 32 / 16 * 4 & 15;
            out[to + i] = scale * iq4Scale(data, at, i / 32) * Codebook.iq4(code);
        }
    }
}
