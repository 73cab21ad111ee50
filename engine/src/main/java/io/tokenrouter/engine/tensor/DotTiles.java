package io.tokenrouter.engine.tensor;

import static io.tokenrouter.engine.tensor.Lanes.COUNT;
import static io.tokenrouter.engine.tensor.Lanes.FLOATS;

import jdk.incubator.vector.FloatVector;

/**
 * Dot products of a panel of {@link #ROWS} decoded rows of weights with one, two or four rows of activations. Whatever the
 * tile, each product has one vector accumulator that walks the columns in order, so its bits do not depend on the tile;
 * there are eight of them in flight, enough to hide the latency of a fused multiply-add.
 */
final class DotTiles {

    /** Rows of a panel. */
    static final int ROWS = 8;

    /** Most rows of activations of a tile. */
    static final int BATCH = 4;

    /** Where the panel starts in the scratch memory; its results, {@code [BATCH][ROWS]}, are before it. */
    static final int PANEL = ROWS * BATCH;

    private DotTiles() {}

    private static FloatVector at(float[] values, int index) {
        return FloatVector.fromArray(FLOATS, values, index);
    }

    /** Eight rows by one. */
    static void byOne(float[] w, int columns, float[] x, int x0) {
        FloatVector s0 = FloatVector.zero(FLOATS);
        FloatVector s1 = s0;
        FloatVector s2 = s0;
        FloatVector s3 = s0;
        FloatVector s4 = s0;
        FloatVector s5 = s0;
        FloatVector s6 = s0;
        FloatVector s7 = s0;
        int w1 = PANEL + columns;
        int w2 = w1 + columns;
        int w3 = w2 + columns;
        int w4 = w3 + columns;
        int w5 = w4 + columns;
        int w6 = w5 + columns;
        int w7 = w6 + columns;
        int bound = FLOATS.loopBound(columns);
        for (int k = 0; k < bound; k += COUNT) {
            FloatVector v = at(x, x0 + k);
            s0 = at(w, PANEL + k).fma(v, s0);
            s1 = at(w, w1 + k).fma(v, s1);
            s2 = at(w, w2 + k).fma(v, s2);
            s3 = at(w, w3 + k).fma(v, s3);
            s4 = at(w, w4 + k).fma(v, s4);
            s5 = at(w, w5 + k).fma(v, s5);
            s6 = at(w, w6 + k).fma(v, s6);
            s7 = at(w, w7 + k).fma(v, s7);
        }
        w[0] = Lanes.sum(s0);
        w[1] = Lanes.sum(s1);
        w[2] = Lanes.sum(s2);
        w[3] = Lanes.sum(s3);
        w[4] = Lanes.sum(s4);
        w[5] = Lanes.sum(s5);
        w[6] = Lanes.sum(s6);
        w[7] = Lanes.sum(s7);
    }

    /** Four rows from {@code row} on by two. */
    static void byTwo(float[] w, int row, int columns, float[] x, int x0, int xStride) {
        FloatVector s00 = FloatVector.zero(FLOATS);
        FloatVector s01 = s00;
        FloatVector s02 = s00;
        FloatVector s03 = s00;
        FloatVector s10 = s00;
        FloatVector s11 = s00;
        FloatVector s12 = s00;
        FloatVector s13 = s00;
        int x1 = x0 + xStride;
        int w0 = PANEL + row * columns;
        int w1 = w0 + columns;
        int w2 = w1 + columns;
        int w3 = w2 + columns;
        int bound = FLOATS.loopBound(columns);
        for (int k = 0; k < bound; k += COUNT) {
            FloatVector v0 = at(x, x0 + k);
            FloatVector v1 = at(x, x1 + k);
            FloatVector v = at(w, w0 + k);
            s00 = v.fma(v0, s00);
            s10 = v.fma(v1, s10);
            v = at(w, w1 + k);
            s01 = v.fma(v0, s01);
            s11 = v.fma(v1, s11);
            v = at(w, w2 + k);
            s02 = v.fma(v0, s02);
            s12 = v.fma(v1, s12);
            v = at(w, w3 + k);
            s03 = v.fma(v0, s03);
            s13 = v.fma(v1, s13);
        }
        w[row] = Lanes.sum(s00);
        w[row + 1] = Lanes.sum(s01);
        w[row + 2] = Lanes.sum(s02);
        w[row + 3] = Lanes.sum(s03);
        w[ROWS + row] = Lanes.sum(s10);
        w[ROWS + row + 1] = Lanes.sum(s11);
        w[ROWS + row + 2] = Lanes.sum(s12);
        w[ROWS + row + 3] = Lanes.sum(s13);
    }

    /** Two rows from {@code row} on by four. */
    static void byFour(float[] w, int row, int columns, float[] x, int x0, int xStride) {
        FloatVector s00 = FloatVector.zero(FLOATS);
        FloatVector s01 = s00;
        FloatVector s10 = s00;
        FloatVector s11 = s00;
        FloatVector s20 = s00;
        FloatVector s21 = s00;
        FloatVector s30 = s00;
        FloatVector s31 = s00;
        int w0 = PANEL + row * columns;
        int w1 = w0 + columns;
        int x1 = x0 + xStride;
        int x2 = x1 + xStride;
        int x3 = x2 + xStride;
        int bound = FLOATS.loopBound(columns);
        for (int k = 0; k < bound; k += COUNT) {
            FloatVector v0 = at(w, w0 + k);
            FloatVector v1 = at(w, w1 + k);
            FloatVector v = at(x, x0 + k);
            s00 = v0.fma(v, s00);
            s01 = v1.fma(v, s01);
            v = at(x, x1 + k);
            s10 = v0.fma(v, s10);
            s11 = v1.fma(v, s11);
            v = at(x, x2 + k);
            s20 = v0.fma(v, s20);
            s21 = v1.fma(v, s21);
            v = at(x, x3 + k);
            s30 = v0.fma(v, s30);
            s31 = v1.fma(v, s31);
        }
        w[row] = Lanes.sum(s00);
        w[row + 1] = Lanes.sum(s01);
        w[ROWS + row] = Lanes.sum(s10);
        w[ROWS + row + 1] = Lanes.sum(s11);
        w[2 * ROWS + row] = Lanes.sum(s20);
        w[2 * ROWS + row + 1] = Lanes.sum(s21);
        w[3 * ROWS + row] = Lanes.sum(s30);
        w[3 * ROWS + row + 1] = Lanes.sum(s31);
    }
}
