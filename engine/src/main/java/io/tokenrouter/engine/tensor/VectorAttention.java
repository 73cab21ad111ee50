package io.tokenrouter.engine.tensor;

import static io.tokenrouter.engine.tensor.Lanes.COUNT;
import static io.tokenrouter.engine.tensor.Lanes.FLOATS;

import jdk.incubator.vector.FloatVector;

/**
 * Attention over one block of positions. Scores run over positions in the lanes and values over dimensions, so neither needs
 * a sum across lanes. What does not fill a vector goes one number at a time through the same operations.
 */
final class VectorAttention {

    private VectorAttention() {}

    /** Scores of one query head; see {@link Kernels#scoreBlock}. */
    static void score(
            float[] q, int q0, int headDim, float scale, float[] keys, int k0, int blockSize, float[] out, int to) {
        int j = 0;
        for (; j + 2 * COUNT <= blockSize; j += 2 * COUNT) {
            FloatVector low = FloatVector.zero(FLOATS);
            FloatVector high = low;
            for (int d = 0; d < headDim; d++) {
                FloatVector factor = FloatVector.broadcast(FLOATS, q[q0 + d]);
                int at = k0 + d * blockSize + j;
                low = FloatVector.fromArray(FLOATS, keys, at).fma(factor, low);
                high = FloatVector.fromArray(FLOATS, keys, at + COUNT).fma(factor, high);
            }
            low.mul(scale).intoArray(out, to + j);
            high.mul(scale).intoArray(out, to + j + COUNT);
        }
        for (; j + COUNT <= blockSize; j += COUNT) {
            FloatVector sum = FloatVector.zero(FLOATS);
            for (int d = 0; d < headDim; d++) {
                FloatVector factor = FloatVector.broadcast(FLOATS, q[q0 + d]);
                sum = FloatVector.fromArray(FLOATS, keys, k0 + d * blockSize + j)
                        .fma(factor, sum);
            }
            sum.mul(scale).intoArray(out, to + j);
        }
        for (; j < blockSize; j++) {
            float sum = 0;
            for (int d = 0; d < headDim; d++) {
                sum = Math.fma(keys[k0 + d * blockSize + j], q[q0 + d], sum);
            }
            out[to + j] = sum * scale;
        }
    }

    /** Adds weighted values to one query head's output; see {@link Kernels#mixBlock}. */
    static void mix(float[] weights, int w0, int headDim, float[] values, int v0, int positions, float[] out, int to) {
        int d = 0;
        for (; d + 4 * COUNT <= headDim; d += 4 * COUNT) {
            FloatVector a = FloatVector.fromArray(FLOATS, out, to + d);
            FloatVector b = FloatVector.fromArray(FLOATS, out, to + d + COUNT);
            FloatVector c = FloatVector.fromArray(FLOATS, out, to + d + 2 * COUNT);
            FloatVector e = FloatVector.fromArray(FLOATS, out, to + d + 3 * COUNT);
            for (int j = 0; j < positions; j++) {
                FloatVector factor = FloatVector.broadcast(FLOATS, weights[w0 + j]);
                int at = v0 + j * headDim + d;
                a = FloatVector.fromArray(FLOATS, values, at).fma(factor, a);
                b = FloatVector.fromArray(FLOATS, values, at + COUNT).fma(factor, b);
                c = FloatVector.fromArray(FLOATS, values, at + 2 * COUNT).fma(factor, c);
                e = FloatVector.fromArray(FLOATS, values, at + 3 * COUNT).fma(factor, e);
            }
            a.intoArray(out, to + d);
            b.intoArray(out, to + d + COUNT);
            c.intoArray(out, to + d + 2 * COUNT);
            e.intoArray(out, to + d + 3 * COUNT);
        }
        for (; d + COUNT <= headDim; d += COUNT) {
            FloatVector sum = FloatVector.fromArray(FLOATS, out, to + d);
            for (int j = 0; j < positions; j++) {
                FloatVector factor = FloatVector.broadcast(FLOATS, weights[w0 + j]);
                sum = FloatVector.fromArray(FLOATS, values, v0 + j * headDim + d)
                        .fma(factor, sum);
            }
            sum.intoArray(out, to + d);
        }
        for (; d < headDim; d++) {
            float sum = out[to + d];
            for (int j = 0; j < positions; j++) {
                sum = Math.fma(values[v0 + j * headDim + d], weights[w0 + j], sum);
            }
            out[to + d] = sum;
        }
    }
}
