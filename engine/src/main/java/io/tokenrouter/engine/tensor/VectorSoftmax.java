package io.tokenrouter.engine.tensor;

import static io.tokenrouter.engine.tensor.Lanes.COUNT;
import static io.tokenrouter.engine.tensor.Lanes.FLOATS;

import io.tokenrouter.engine.sampling.SoftmaxKernel;
import jdk.incubator.vector.FloatVector;

/**
 * Passes over rows of logits on vector registers. Exponentials are float32; their sums change to double precision every
 * {@link #STRETCH} elements, so that a large vocabulary costs no accuracy.
 */
final class VectorSoftmax implements SoftmaxKernel {

    private static final int STRETCH = 32 * COUNT;

    @Override
    public float max(float[] row, int offset, int length) {
        int whole = FLOATS.loopBound(length);
        FloatVector largest = FloatVector.broadcast(FLOATS, Float.NEGATIVE_INFINITY);
        for (int i = 0; i < whole; i += COUNT) {
            largest = largest.max(FloatVector.fromArray(FLOATS, row, offset + i));
        }
        float max = Float.NEGATIVE_INFINITY;
        for (int lane = 0; lane < COUNT; lane++) {
            max = Math.max(max, largest.lane(lane));
        }
        for (int i = whole; i < length; i++) {
            max = Math.max(max, row[offset + i]);
        }
        return max;
    }

    @Override
    public double exponentials(float[] row, int offset, int length, float max, float scale, float[] out) {
        int whole = FLOATS.loopBound(length);
        double total = 0;
        for (int from = 0; from < whole; from += STRETCH) {
            FloatVector sums = FloatVector.zero(FLOATS);
            int to = Math.min(whole, from + STRETCH);
            for (int i = from; i < to; i += COUNT) {
                FloatVector distance =
                        FloatVector.fromArray(FLOATS, row, offset + i).sub(max).mul(scale);
                FloatVector e = VectorMath.exp(distance);
                e.intoArray(out, i);
                sums = sums.add(e);
            }
            total += Lanes.sum(sums);
        }
        for (int i = whole; i < length; i++) {
            out[i] = VectorMath.exp((row[offset + i] - max) * scale);
            total += out[i];
        }
        return total;
    }

    @Override
    public void moments(float[] row, int offset, int length, float max, double[] out) {
        int whole = FLOATS.loopBound(length);
        double total = 0;
        double weighted = 0;
        for (int from = 0; from < whole; from += STRETCH) {
            FloatVector sums = FloatVector.zero(FLOATS);
            FloatVector weightedSums = sums;
            int to = Math.min(whole, from + STRETCH);
            for (int i = from; i < to; i += COUNT) {
                FloatVector distance =
                        FloatVector.fromArray(FLOATS, row, offset + i).sub(max).max(VectorMath.UNDERFLOW);
                FloatVector e = VectorMath.exp(distance);
                sums = sums.add(e);
                weightedSums = distance.fma(e, weightedSums);
            }
            total += Lanes.sum(sums);
            weighted += Lanes.sum(weightedSums);
        }
        for (int i = whole; i < length; i++) {
            float distance = Math.max(row[offset + i] - max, VectorMath.UNDERFLOW);
            float e = VectorMath.exp(distance);
            total += e;
            weighted += distance * e;
        }
        out[0] = total;
        out[1] = weighted;
    }
}
