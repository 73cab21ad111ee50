package io.tokenrouter.engine.tensor;

import io.tokenrouter.engine.sampling.SoftmaxKernel;

/**
 * The numeric work of a decoder. Stateless and safe from any thread; whatever scratch memory a kernel needs is the caller's.
 *
 * <p>Every implementation holds this: an element of a result depends only on the inputs it is defined by, in an order of
 * operations that is fixed by their lengths. It is the same bits whichever rows of weights or activations are computed
 * beside it, and whether the method runs interpreted or compiled.
 */
public interface Kernels {

    /** For logs and reports, for example {@code vector-256}. */
    String name();

    /** The passes over rows of logits, for sampling. */
    SoftmaxKernel softmax();

    /** Floats of scratch memory that {@link #multiply} needs for weights of this many columns. */
    int scratchFloats(int columns);

    /**
     * Weights times activations: for each row r of {@code fromRow .. toRow - 1} and b of {@code 0 .. batch - 1}
     * {@code out[b][outColumn + r - fromRow] = sum over k of weights[r][k] * x[b][k]}.
     *
     * @param scratch at least {@link #scratchFloats} floats that no other thread uses meanwhile
     */
    void multiply(
            Tensor weights,
            int fromRow,
            int toRow,
            FloatRows x,
            int batch,
            FloatRows out,
            int outColumn,
            float[] scratch);

    /** Writes one row of weights as floats. */
    void decodeRow(Tensor weights, int row, float[] out, int outOffset);

    /** Root-mean-square normalisation: {@code out = x / sqrt(mean(x^2) + epsilon) * weight}, over {@code weight.length} floats. */
    void rmsNorm(float[] x, int xOffset, float[] weight, float epsilon, float[] out, int outOffset);

    /** {@code gate = gate * sigmoid(gate) * up}, elementwise. */
    void swiGlu(float[] gate, int gateOffset, float[] up, int upOffset, int length);

    /**
     * {@code gate = gelu(gate) * up}, elementwise, with {@code gelu(x) = x / 2 * (1 + tanh(sqrt(2 / pi) * (x + 0.044715 x^3)))}
     * (Hendrycks and Gimpel, arXiv 1606.08415).
     */
    void geGlu(float[] gate, int gateOffset, float[] up, int upOffset, int length);

    /** {@code x = cap * tanh(x / cap)}, elementwise. */
    void softCap(float[] x, int offset, int length, float cap);

    /**
     * Replaces scores by {@code exp(score - max)}, the softmax before its division.
     *
     * @param max no score is larger
     * @return the sum of the new values
     */
    float exponentials(float[] scores, int offset, int length, float max);

    /**
     * A matrix of bytes with a factor for each column: {@code out[r][c] = bytes[r][c] * factors[c]}, row after row.
     *
     * @param factors {@code columns} of them from {@code factorOffset} on; may be another part of {@code out}
     */
    void scaleColumns(
            byte[] bytes,
            int offset,
            int rows,
            int columns,
            float[] factors,
            int factorOffset,
            float[] out,
            int outOffset);

    /**
     * A matrix of bytes with a factor for each row: {@code out[r][c] = bytes[r][c] * factors[r]}.
     *
     * @param stride numbers from one row to the next, in {@code bytes} and {@code out}
     * @param factors {@code rows} of them from {@code factorOffset} on; may be another part of {@code out}
     */
    void scaleRows(
            byte[] bytes,
            int offset,
            int rows,
            int columns,
            int stride,
            float[] factors,
            int factorOffset,
            float[] out,
            int outOffset);

    /**
     * Attention scores of some query heads against one block of keys of the head they share:
     * {@code scores[g][j] = scale * sum over d of q[g][d] * keys[d][j]}.
     *
     * @param q query heads one after the other, {@code headDim} floats each
     * @param group how many of them
     * @param keys the block, dimension by dimension, {@code blockSize} positions each
     * @param scoreStride floats from the scores of one query head to those of the next
     */
    void scoreBlock(
            float[] q,
            int qOffset,
            int group,
            int headDim,
            float scale,
            float[] keys,
            int keyOffset,
            int blockSize,
            float[] scores,
            int scoreOffset,
            int scoreStride);

    /**
     * Adds the values of one block, weighted: {@code out[g][d] += sum over j of weights[g][j] * values[j][d]}.
     *
     * @param positions how many of the block's positions count
     * @param values the block, position by position, {@code headDim} floats each
     * @param out query heads one after the other, {@code headDim} floats each
     */
    void mixBlock(
            float[] weights,
            int weightOffset,
            int weightStride,
            int group,
            int headDim,
            float[] values,
            int valueOffset,
            int positions,
            float[] out,
            int outOffset);
}
