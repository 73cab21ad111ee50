package io.tokenrouter.engine.tensor;

import static io.tokenrouter.engine.tensor.Lanes.COUNT;
import static io.tokenrouter.engine.tensor.Lanes.FLOATS;

import java.lang.foreign.MemorySegment;
import jdk.incubator.vector.FloatVector;

/** Two rows of weights stored number by number times one row of activations; accumulators go to {@code sums}, the
 * second half a panel of vectors after the first. */
final class PlainDots {

    private PlainDots() {}

    static void floats(MemorySegment data, long w0, long w1, int columns, float[] x, int from, float[] sums, int to) {
        FloatVector s0 = FloatVector.zero(FLOATS);
        FloatVector s1 = s0;
        for (int k = 0; k < columns; k += COUNT) {
            FloatVector v = FloatVector.fromArray(FLOATS, x, from + k);
            s0 = Unpack.floats(data, w0 + 4L * k).fma(v, s0);
            s1 = Unpack.floats(data, w1 + 4L * k).fma(v, s1);
        }
        s0.intoArray(sums, to);
        s1.intoArray(sums, to + DotTiles.SLOTS / 2 * COUNT);
    }

    static void halves(MemorySegment data, long w0, long w1, int columns, float[] x, int from, float[] sums, int to) {
        FloatVector s0 = FloatVector.zero(FLOATS);
        FloatVector s1 = s0;
        for (int k = 0; k < columns; k += COUNT) {
            FloatVector v = FloatVector.fromArray(FLOATS, x, from + k);
            s0 = Unpack.halves(data, w0 + 2L * k).fma(v, s0);
            s1 = Unpack.halves(data, w1 + 2L * k).fma(v, s1);
        }
        s0.intoArray(sums, to);
        s1.intoArray(sums, to + DotTiles.SLOTS / 2 * COUNT);
    }

    static void brains(MemorySegment data, long w0, long w1, int columns, float[] x, int from, float[] sums, int to) {
        FloatVector s0 = FloatVector.zero(FLOATS);
        FloatVector s1 = s0;
        for (int k = 0; k < columns; k += COUNT) {
            FloatVector v = FloatVector.fromArray(FLOATS, x, from + k);
            s0 = Unpack.brains(data, w0 + 2L * k).fma(v, s0);
            s1 = Unpack.brains(data, w1 + 2L * k).fma(v, s1);
        }
        s0.intoArray(sums, to);
        s1.intoArray(sums, to + DotTiles.SLOTS / 2 * COUNT);
    }
}
