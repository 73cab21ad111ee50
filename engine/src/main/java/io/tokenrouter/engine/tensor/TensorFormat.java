package io.tokenrouter.engine.tensor;

/**
 * How the numbers of a tensor are stored, little-endian, in GGML's layouts. A row of a matrix is a whole number of blocks.
 */
public enum TensorFormat {
    F32(0, 1, 4),
    F16(1, 1, 2),
    BF16(30, 1, 2),
    /** Blocks of 32: scale (f16), 32 signed bytes. */
    Q8_0(8, 32, 34),
    /** Blocks of 32: scale (f16), 16 bytes of two nibbles (low nibbles are the first 16 values), minus 8. */
    Q4_0(2, 32, 18),
    /** Blocks of 32: scale and minimum (f16), 16 bytes of two nibbles. */
    Q4_1(3, 32, 20),
    /** Blocks of 32: scale (f16), 32 high bits, 16 bytes of two nibbles, minus 16. */
    Q5_0(6, 32, 22),
    /** Blocks of 32: scale and minimum (f16), 32 high bits, 16 bytes of two nibbles. */
    Q5_1(7, 32, 24),
    /** Blocks of 256: 16 parts of a scale and a minimum of 4 bits, 64 bytes of four codes, scale of the scales, of the minima. */
    Q2_K(10, 256, 84),
    /** Blocks of 256: 256 high bits, 64 bytes of four low codes, 16 scales of 6 bits, minus 32, scale of the scales. */
    Q3_K(11, 256, 110),
    /** Blocks of 256: scale of the scales, of the minima, 8 parts of a scale and a minimum of 6 bits, 128 bytes of two nibbles. */
    Q4_K(12, 256, 144),
    /** Like {@link #Q4_K}, with 256 high bits before the nibbles. */
    Q5_K(13, 256, 176),
    /** Blocks of 256: 128 bytes of two nibbles, 64 bytes of four high codes, 16 scales of 8 bits, scale of the scales. */
    Q6_K(14, 256, 210),
    /** Blocks of 32: scale (f16), 16 bytes of two nibbles that stand for the numbers of {@link Codebook}. */
    IQ4_NL(20, 32, 18),
    /** Blocks of 256: scale of the scales, 8 scales of 6 bits, minus 32, then nibbles like {@link #IQ4_NL}. */
    IQ4_XS(23, 256, 136);

    private final int ggmlType;
    private final int blockSize;
    private final int blockBytes;

    TensorFormat(int ggmlType, int blockSize, int blockBytes) {
        this.ggmlType = ggmlType;
        this.blockSize = blockSize;
        this.blockBytes = blockBytes;
    }

    /** The number of this type in a GGUF file. */
    public int ggmlType() {
        return ggmlType;
    }

    /** Values of one block. */
    public int blockSize() {
        return blockSize;
    }

    /** Bytes of one block. */
    public int blockBytes() {
        return blockBytes;
    }

    /**
     * Bytes of {@code values} numbers.
     *
     * @throws ArithmeticException if they are no whole number of blocks, or overflow
     */
    public long bytesFor(long values) {
        if (values % blockSize != 0) {
            throw new ArithmeticException(values + " values are no whole number of blocks of " + blockSize);
        }
        return Math.multiplyExact(values / blockSize, (long) blockBytes);
    }
}
