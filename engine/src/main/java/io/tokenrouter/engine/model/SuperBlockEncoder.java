package io.tokenrouter.engine.model;

import io.tokenrouter.engine.tensor.Codebook;
import io.tokenrouter.engine.tensor.TensorFormat;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/**
 * Encodes numbers in GGML's blocks of 256: each part of a block is scaled by its own range, and the scales by the largest of
 * them. Bits go where {@link TensorFormat} says; plain rounding, as in {@link TensorEncoder}.
 */
final class SuperBlockEncoder {

    private static final ValueLayout.OfShort SHORT =
            ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final int SIZE = 256;

    private final float[] values;
    private final int from;
    private final MemorySegment block;

    private SuperBlockEncoder(float[] values, int from, MemorySegment block) {
        this.values = values;
        this.from = from;
        this.block = block;
    }

    static void encode(TensorFormat format, float[] values, int from, MemorySegment block) {
        block.fill((byte) 0);
        SuperBlockEncoder encoder = new SuperBlockEncoder(values, from, block);
        switch (format) {
            case Q2_K -> encoder.q2k();
            case Q3_K -> encoder.q3k();
            case Q4_K -> encoder.q45k(4);
            case Q5_K -> encoder.q45k(5);
            case Q6_K -> encoder.q6k();
            case IQ4_XS -> encoder.iq4xs();
            default -> throw new IllegalArgumentException(format + " has no blocks of 256");
        }
    }

    /** A block of 32. */
    static void iq4nl(float[] values, int from, MemorySegment block) {
        block.fill((byte) 0);
        SuperBlockEncoder encoder = new SuperBlockEncoder(values, from, block);
        float scale = half(0, encoder.extreme(0, 32) / Codebook.iq4(0), block);
        for (int i = 0; i < 32; i++) {
            or(block, 2 + i % 16, nearest(values[from + i], scale) << i / 16 * 4);
        }
    }

    private void q2k() {
        Affine parts = affine(16, 3, 15, 80, 82);
        for (int part = 0; part < 16; part++) {
            or(block, part, parts.scales[part] | parts.minima[part] << 4);
        }
        for (int i = 0; i < SIZE; i++) {
            or(block, 16 + i / 128 * 32 + i % 32, parts.code(i) << i % 128 / 32 * 2);
        }
    }

    private void q45k(int bits) {
        Affine parts = affine(32, (1 << bits) - 1, 63, 0, 2);
        for (int part = 0; part < 8; part++) {
            packSixBits(part, parts.scales[part], parts.minima[part]);
        }
        int nibbles = bits == 4 ? 16 : 48;
        for (int i = 0; i < SIZE; i++) {
            int code = parts.code(i);
            or(block, nibbles + i / 64 * 32 + i % 32, (code & 15) << i / 32 % 2 * 4);
            if (bits == 5) {
                or(block, 16 + i % 32, (code >>> 4) << i / 32);
            }
        }
    }

    private void packSixBits(int part, int scale, int minimum) {
        if (part < 4) {
            or(block, 4 + part, scale);
            or(block, 8 + part, minimum);
        } else {
            or(block, 8 + part, scale & 15 | (minimum & 15) << 4);
            or(block, part, scale >>> 4 << 6);
            or(block, 4 + part, minimum >>> 4 << 6);
        }
    }

    private void q3k() {
        int[] scales = new int[16];
        float scale = symmetric(16, 4, 32, 108, scales);
        for (int part = 0; part < 16; part++) {
            int stored = scales[part] + 32;
            or(block, 96 + part % 8, (stored & 15) << part / 8 * 4);
            or(block, 96 + 8 + part % 4, (stored >>> 4) << part / 4 * 2);
        }
        for (int i = 0; i < SIZE; i++) {
            int code = code(i, scale * scales[i / 16], 4);
            or(block, 32 + i / 128 * 32 + i % 32, (code & 3) << i % 128 / 32 * 2);
            or(block, i % 32, (code >>> 2) << i / 32);
        }
    }

    private void q6k() {
        int[] scales = new int[16];
        float scale = symmetric(16, 32, 128, 208, scales);
        for (int part = 0; part < 16; part++) {
            or(block, 192 + part, scales[part] & 255);
        }
        for (int i = 0; i < SIZE; i++) {
            int code = code(i, scale * scales[i / 16], 32);
            or(block, i / 128 * 64 + i % 64, (code & 15) << i % 128 / 64 * 4);
            or(block, 128 + i / 128 * 32 + i % 32, (code >>> 4) << i % 128 / 32 * 2);
        }
    }

    private void iq4xs() {
        int[] scales = new int[8];
        float scale = symmetric(32, -Codebook.iq4(0), 32, 0, scales);
        for (int part = 0; part < 8; part++) {
            int stored = scales[part] + 32;
            or(block, 4 + part / 2, (stored & 15) << part % 2 * 4);
            or(block, 2 + part / 4, (stored >>> 4) << part % 4 * 2);
        }
        for (int i = 0; i < SIZE; i++) {
            int code = nearest(values[from + i], scale * scales[i / 32]);
            or(block, 8 + i / 32 * 16 + i % 16, code << i % 32 / 16 * 4);
        }
    }

    /** Scales of parts whose codes lie around zero, -{@code most} to {@code most - 1}; returns their own scale as stored. */
    private float symmetric(int width, int middle, int most, int at, int[] scales) {
        float[] wanted = new float[SIZE / width];
        float largest = 0;
        for (int part = 0; part < wanted.length; part++) {
            wanted[part] = extreme(part * width, width) / -middle;
            if (Math.abs(wanted[part]) > Math.abs(largest)) {
                largest = wanted[part];
            }
        }
        float scale = half(at, largest / -most, block);
        for (int part = 0; part < wanted.length; part++) {
            scales[part] = scale == 0 ? 0 : Math.clamp(Math.round(wanted[part] / scale), -most, most - 1);
        }
        return scale;
    }

    /** Scales and minima of parts whose codes count from a minimum, which is zero or less. */
    private Affine affine(int width, int mostCode, int most, int scaleAt, int minimumAt) {
        int parts = SIZE / width;
        float[] steps = new float[parts];
        float[] depths = new float[parts];
        float largestStep = 0;
        float largestDepth = 0;
        for (int part = 0; part < parts; part++) {
            float low = 0;
            float high = Float.NEGATIVE_INFINITY;
            for (int i = from + part * width; i < from + (part + 1) * width; i++) {
                low = Math.min(low, values[i]);
                high = Math.max(high, values[i]);
            }
            depths[part] = -low;
            steps[part] = Math.max(0, (high - low) / mostCode);
            largestStep = Math.max(largestStep, steps[part]);
            largestDepth = Math.max(largestDepth, depths[part]);
        }
        float scale = half(scaleAt, largestStep / most, block);
        float minimum = half(minimumAt, largestDepth / most, block);
        int[] scales = new int[parts];
        int[] minima = new int[parts];
        for (int part = 0; part < parts; part++) {
            scales[part] = scale == 0 ? 0 : Math.clamp(Math.round(steps[part] / scale), 0, most);
            minima[part] = minimum == 0 ? 0 : Math.clamp(Math.round(depths[part] / minimum), 0, most);
        }
        return new Affine(width, mostCode, scale, minimum, scales, minima);
    }

    private final class Affine {
        private final int width;
        private final int mostCode;
        private final float scale;
        private final float minimum;
        private final int[] scales;
        private final int[] minima;

        Affine(int width, int mostCode, float scale, float minimum, int[] scales, int[] minima) {
            this.width = width;
            this.mostCode = mostCode;
            this.scale = scale;
            this.minimum = minimum;
            this.scales = scales;
            this.minima = minima;
        }

        int code(int i) {
            float step = scale * scales[i / width];
            float above = values[from + i] + minimum * minima[i / width];
            return step == 0 ? 0 : Math.clamp(Math.round(above / step), 0, mostCode);
        }
    }

    private int code(int i, float scale, int middle) {
        int code = scale == 0 ? 0 : Math.round(values[from + i] / scale);
        return Math.clamp(code, -middle, middle - 1) + middle;
    }

    /** The value of largest magnitude. */
    private float extreme(int first, int count) {
        float extreme = 0;
        for (int i = from + first; i < from + first + count; i++) {
            if (Math.abs(values[i]) > Math.abs(extreme)) {
                extreme = values[i];
            }
        }
        return extreme;
    }

    /** The code whose number times the scale is nearest. */
    private static int nearest(float value, float scale) {
        int best = 8;
        for (int code = 0; code < 16; code++) {
            if (Math.abs(scale * Codebook.iq4(code) - value) < Math.abs(scale * Codebook.iq4(best) - value)) {
                best = code;
            }
        }
        return best;
    }

    private static float half(int at, float value, MemorySegment block) {
        // Plus zero makes a positive zero of a negative one.
        short stored = Float.floatToFloat16(value + 0f);
        block.set(SHORT, at, stored);
        return Float.float16ToFloat(stored);
    }

    private static void or(MemorySegment block, int at, int bits) {
        block.set(ValueLayout.JAVA_BYTE, at, (byte) (block.get(ValueLayout.JAVA_BYTE, at) | bits));
    }
}
