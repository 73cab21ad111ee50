package io.tokenrouter.gpu.weights;

import io.tokenrouter.engine.tensor.TensorFormat;
import java.util.Locale;

/**
 * How a matrix lies on a device; the kernels have the same in {@code weights.cuh}. Each format of a file comes into one of them with its
 * numbers unchanged: codes of more than four bits become bytes, scales stay what they are.
 *
 * <p>Columns are padded with zeros to a multiple of {@value #PADDED_COLUMNS}.
 */
enum WeightLayout {
    FLOATS(32),
    HALVES(16),
    BRAINS(16),
    /** Signed bytes, a scale (f16) for 32. */
    BYTES(8),
    /** Signed bytes, a scale and a minimum (f16 each) for 32. */
    BYTES_MIN(8),
    /** Signed bytes, for 256 the 16 bytes of scales and minima that {@link TensorFormat#Q5_K} has. */
    BYTES_K(8),
    /** Signed bytes, a scale (signed byte) for 16; after those of the row, for each 256 the scale of the scales (f16). */
    BYTES_16(8),
    /** Nibbles minus 8, a scale (f16) for 32. */
    NIBBLES(4),
    /** Nibbles, a scale and a minimum (f16 each) for 32. */
    NIBBLES_MIN(4),
    /** Nibbles, for 256 the 16 bytes of scales and minima that {@link TensorFormat#Q4_K} has. */
    NIBBLES_K(4),
    /** Nibbles, a scale and a minimum in a byte for 16; after those of the row, for each 256 their two scales (f16 each). */
    NIBBLES_16(4);

    static final int PADDED_COLUMNS = 128;

    private final int bits;

    WeightLayout(int bits) {
        this.bits = bits;
    }

    static WeightLayout of(TensorFormat format) {
        return switch (format) {
            case F32 -> FLOATS;
            case F16 -> HALVES;
            case BF16 -> BRAINS;
            case Q8_0, Q5_0, IQ4_NL -> BYTES;
            case Q5_1 -> BYTES_MIN;
            case Q5_K -> BYTES_K;
            case Q3_K, Q6_K, IQ4_XS -> BYTES_16;
            case Q4_0 -> NIBBLES;
            case Q4_1 -> NIBBLES_MIN;
            case Q4_K -> NIBBLES_K;
            case Q2_K -> NIBBLES_16;
        };
    }

    static int padded(int columns) {
        return (columns + PADDED_COLUMNS - 1) / PADDED_COLUMNS * PADDED_COLUMNS;
    }

    /** Its number in the kernels. */
    int code() {
        return ordinal();
    }

    /** Its name in the names of kernels. */
    String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    boolean hasScales() {
        return bits < 16;
    }

    boolean hasMinimum() {
        return switch (this) {
            case BYTES_MIN, BYTES_K, NIBBLES_MIN, NIBBLES_K, NIBBLES_16 -> true;
            case FLOATS, HALVES, BRAINS, BYTES, BYTES_16, NIBBLES -> false;
        };
    }

    boolean hasNibbles() {
        return bits == 4;
    }

    /** Bytes of the codes of one row. */
    int codeRowBytes(int columns) {
        return Math.toIntExact((long) padded(columns) * bits / 8);
    }

    /** Bytes of the scales of one row; 0 where there are none. */
    int scaleRowBytes(int columns) {
        int padded = padded(columns);
        return switch (this) {
            case FLOATS, HALVES, BRAINS -> 0;
            case BYTES, NIBBLES, BYTES_K, NIBBLES_K -> padded / 16;
            case BYTES_MIN, NIBBLES_MIN -> padded / 8;
            case BYTES_16 -> (padded / 256 * 18 + 15) / 16 * 16;
            case NIBBLES_16 -> (padded / 256 * 20 + 15) / 16 * 16;
        };
    }

    /** Where the scales of a matrix begin, after its codes. */
    long scalesFrom(int rows, int columns) {
        return ((long) rows * codeRowBytes(columns) + 255) / 256 * 256;
    }

    /** Bytes of a whole matrix. */
    long bytes(int rows, int columns) {
        return scalesFrom(rows, columns) + (long) rows * scaleRowBytes(columns);
    }
}
