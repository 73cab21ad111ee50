package io.tokenrouter.engine.tensor;

import static io.tokenrouter.engine.tensor.Lanes.COUNT;
import static io.tokenrouter.engine.tensor.Lanes.FLOATS;

import jdk.incubator.vector.FloatVector;

/**
 * Dot products of rows of weights with rows of activations, several of each at once so that a load serves several
 * multiply-adds. Eight rows of weights make a panel and eight of activations a group; in memory the vectors of the eight take
 * turns, so that a step along the columns is {@link #STEP} floats. Such a step is also long enough to keep the compiler from
 * unrolling the loops, which would leave it with more live vectors than there are registers.
 *
 * <p>Whatever the tile, each product has one accumulator that walks the columns in order, so its bits do not depend on the
 * tile. Accumulators live in memory between stretches of columns: those of activation row b and weight row r at
 * {@code (b * SLOTS + r) * lanes}. Panel, group and accumulators are parts of one scratch array.
 */
final class DotTiles {

    /** Rows of a panel or group. */
    static final int SLOTS = 8;

    /** Floats from one vector of a row to the next. */
    static final int STEP = SLOTS * COUNT;

    /**
     * Whether sixteen accumulators fit the registers: so with AVX-512 and on ARM, where there are 32. The system property
     * {@code tokenrouter.vector.large-tiles} overrides it.
     */
    static final boolean LARGE = Boolean.parseBoolean(System.getProperty(
            "tokenrouter.vector.large-tiles",
            String.valueOf(COUNT == 16 || System.getProperty("os.arch").equals("aarch64"))));

    private DotTiles() {}

    private static FloatVector at(float[] values, int index) {
        return FloatVector.fromArray(FLOATS, values, index);
    }

    /** Eight rows of weights by one of activations. */
    static void eightByOne(float[] s, int w, int x, int length, int sums) {
        FloatVector s0 = at(s, sums);
        FloatVector s1 = at(s, sums + COUNT);
        FloatVector s2 = at(s, sums + 2 * COUNT);
        FloatVector s3 = at(s, sums + 3 * COUNT);
        FloatVector s4 = at(s, sums + 4 * COUNT);
        FloatVector s5 = at(s, sums + 5 * COUNT);
        FloatVector s6 = at(s, sums + 6 * COUNT);
        FloatVector s7 = at(s, sums + 7 * COUNT);
        for (int k = 0; k < length; k += STEP) {
            FloatVector v = at(s, x + k);
            s0 = at(s, w + k).fma(v, s0);
            s1 = at(s, w + k + COUNT).fma(v, s1);
            s2 = at(s, w + k + 2 * COUNT).fma(v, s2);
            s3 = at(s, w + k + 3 * COUNT).fma(v, s3);
            s4 = at(s, w + k + 4 * COUNT).fma(v, s4);
            s5 = at(s, w + k + 5 * COUNT).fma(v, s5);
            s6 = at(s, w + k + 6 * COUNT).fma(v, s6);
            s7 = at(s, w + k + 7 * COUNT).fma(v, s7);
        }
        s0.intoArray(s, sums);
        s1.intoArray(s, sums + COUNT);
        s2.intoArray(s, sums + 2 * COUNT);
        s3.intoArray(s, sums + 3 * COUNT);
        s4.intoArray(s, sums + 4 * COUNT);
        s5.intoArray(s, sums + 5 * COUNT);
        s6.intoArray(s, sums + 6 * COUNT);
        s7.intoArray(s, sums + 7 * COUNT);
    }

    /** Four rows of weights by two of activations. */
    static void fourByTwo(float[] s, int w, int x, int length, int sums) {
        int next = sums + STEP;
        FloatVector s00 = at(s, sums);
        FloatVector s01 = at(s, sums + COUNT);
        FloatVector s02 = at(s, sums + 2 * COUNT);
        FloatVector s03 = at(s, sums + 3 * COUNT);
        FloatVector s10 = at(s, next);
        FloatVector s11 = at(s, next + COUNT);
        FloatVector s12 = at(s, next + 2 * COUNT);
        FloatVector s13 = at(s, next + 3 * COUNT);
        for (int k = 0; k < length; k += STEP) {
            FloatVector x0 = at(s, x + k);
            FloatVector x1 = at(s, x + k + COUNT);
            FloatVector v = at(s, w + k);
            s00 = v.fma(x0, s00);
            s10 = v.fma(x1, s10);
            v = at(s, w + k + COUNT);
            s01 = v.fma(x0, s01);
            s11 = v.fma(x1, s11);
            v = at(s, w + k + 2 * COUNT);
            s02 = v.fma(x0, s02);
            s12 = v.fma(x1, s12);
            v = at(s, w + k + 3 * COUNT);
            s03 = v.fma(x0, s03);
            s13 = v.fma(x1, s13);
        }
        s00.intoArray(s, sums);
        s01.intoArray(s, sums + COUNT);
        s02.intoArray(s, sums + 2 * COUNT);
        s03.intoArray(s, sums + 3 * COUNT);
        s10.intoArray(s, next);
        s11.intoArray(s, next + COUNT);
        s12.intoArray(s, next + 2 * COUNT);
        s13.intoArray(s, next + 3 * COUNT);
    }

    /** Two rows of weights by four of activations. */
    static void twoByFour(float[] s, int w, int x, int length, int sums) {
        int sums1 = sums + STEP;
        int sums2 = sums1 + STEP;
        int sums3 = sums2 + STEP;
        FloatVector s00 = at(s, sums);
        FloatVector s01 = at(s, sums + COUNT);
        FloatVector s10 = at(s, sums1);
        FloatVector s11 = at(s, sums1 + COUNT);
        FloatVector s20 = at(s, sums2);
        FloatVector s21 = at(s, sums2 + COUNT);
        FloatVector s30 = at(s, sums3);
        FloatVector s31 = at(s, sums3 + COUNT);
        for (int k = 0; k < length; k += STEP) {
            FloatVector w0 = at(s, w + k);
            FloatVector w1 = at(s, w + k + COUNT);
            FloatVector v = at(s, x + k);
            s00 = w0.fma(v, s00);
            s01 = w1.fma(v, s01);
            v = at(s, x + k + COUNT);
            s10 = w0.fma(v, s10);
            s11 = w1.fma(v, s11);
            v = at(s, x + k + 2 * COUNT);
            s20 = w0.fma(v, s20);
            s21 = w1.fma(v, s21);
            v = at(s, x + k + 3 * COUNT);
            s30 = w0.fma(v, s30);
            s31 = w1.fma(v, s31);
        }
        s00.intoArray(s, sums);
        s01.intoArray(s, sums + COUNT);
        s10.intoArray(s, sums1);
        s11.intoArray(s, sums1 + COUNT);
        s20.intoArray(s, sums2);
        s21.intoArray(s, sums2 + COUNT);
        s30.intoArray(s, sums3);
        s31.intoArray(s, sums3 + COUNT);
    }

    /** Four rows of weights by four of activations, where there are 32 vector registers. */
    static void fourByFour(float[] s, int w, int x, int length, int sums) {
        int sums1 = sums + STEP;
        int sums2 = sums1 + STEP;
        int sums3 = sums2 + STEP;
        FloatVector s00 = at(s, sums);
        FloatVector s01 = at(s, sums + COUNT);
        FloatVector s02 = at(s, sums + 2 * COUNT);
        FloatVector s03 = at(s, sums + 3 * COUNT);
        FloatVector s10 = at(s, sums1);
        FloatVector s11 = at(s, sums1 + COUNT);
        FloatVector s12 = at(s, sums1 + 2 * COUNT);
        FloatVector s13 = at(s, sums1 + 3 * COUNT);
        FloatVector s20 = at(s, sums2);
        FloatVector s21 = at(s, sums2 + COUNT);
        FloatVector s22 = at(s, sums2 + 2 * COUNT);
        FloatVector s23 = at(s, sums2 + 3 * COUNT);
        FloatVector s30 = at(s, sums3);
        FloatVector s31 = at(s, sums3 + COUNT);
        FloatVector s32 = at(s, sums3 + 2 * COUNT);
        FloatVector s33 = at(s, sums3 + 3 * COUNT);
        for (int k = 0; k < length; k += STEP) {
            FloatVector w0 = at(s, w + k);
            FloatVector w1 = at(s, w + k + COUNT);
            FloatVector w2 = at(s, w + k + 2 * COUNT);
            FloatVector w3 = at(s, w + k + 3 * COUNT);
            FloatVector v = at(s, x + k);
            s00 = w0.fma(v, s00);
            s01 = w1.fma(v, s01);
            s02 = w2.fma(v, s02);
            s03 = w3.fma(v, s03);
            v = at(s, x + k + COUNT);
            s10 = w0.fma(v, s10);
            s11 = w1.fma(v, s11);
            s12 = w2.fma(v, s12);
            s13 = w3.fma(v, s13);
            v = at(s, x + k + 2 * COUNT);
            s20 = w0.fma(v, s20);
            s21 = w1.fma(v, s21);
            s22 = w2.fma(v, s22);
            s23 = w3.fma(v, s23);
            v = at(s, x + k + 3 * COUNT);
            s30 = w0.fma(v, s30);
            s31 = w1.fma(v, s31);
            s32 = w2.fma(v, s32);
            s33 = w3.fma(v, s33);
        }
        s00.intoArray(s, sums);
        s01.intoArray(s, sums + COUNT);
        s02.intoArray(s, sums + 2 * COUNT);
        s03.intoArray(s, sums + 3 * COUNT);
        s10.intoArray(s, sums1);
        s11.intoArray(s, sums1 + COUNT);
        s12.intoArray(s, sums1 + 2 * COUNT);
        s13.intoArray(s, sums1 + 3 * COUNT);
        s20.intoArray(s, sums2);
        s21.intoArray(s, sums2 + COUNT);
        s22.intoArray(s, sums2 + 2 * COUNT);
        s23.intoArray(s, sums2 + 3 * COUNT);
        s30.intoArray(s, sums3);
        s31.intoArray(s, sums3 + COUNT);
        s32.intoArray(s, sums3 + 2 * COUNT);
        s33.intoArray(s, sums3 + 3 * COUNT);
    }
}
