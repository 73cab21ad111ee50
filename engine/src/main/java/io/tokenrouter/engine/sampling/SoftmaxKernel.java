package io.tokenrouter.engine.sampling;

/**
 * The passes over a whole row of logits that cost time, for an implementation on vector registers to replace. Stateless;
 * safe from any thread.
 */
public interface SoftmaxKernel {

    /** Largest element of {@code row[offset .. offset + length)}; NaN if any element is. */
    float max(float[] row, int offset, int length);

    /**
     * Writes {@code exp((row[offset + i] - max) * scale)} to {@code out[i]}.
     *
     * @param max finite, no element is larger
     * @param scale above 0
     * @return sum of what was written
     */
    double exponentials(float[] row, int offset, int length, float max, float scale, float[] out);

    /**
     * With {@code d = row[offset + i] - max}: writes the sum of {@code exp(d)} to {@code out[0]} and the sum of
     * {@code d exp(d)} to {@code out[1]}. Elements of negative infinity add nothing.
     *
     * @param max finite, no element is larger
     */
    void moments(float[] row, int offset, int length, float max, double[] out);

    /** The plain implementation in double precision, the oracle of all others. */
    static SoftmaxKernel scalar() {
        return ScalarSoftmax.INSTANCE;
    }
}
