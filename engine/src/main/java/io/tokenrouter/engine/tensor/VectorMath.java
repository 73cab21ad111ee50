package io.tokenrouter.engine.tensor;

import static io.tokenrouter.engine.tensor.Lanes.FLOATS;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorOperators;

/**
 * The exponential, by the reduction and the polynomial of Cephes' {@code expf} (Moshier), good to about one unit in the last
 * place. The vector and the scalar form do the same operations and give the same bits.
 */
final class VectorMath {

    /** An argument whose exponential is given as zero, like that of all below {@link #LOW}. */
    static final float UNDERFLOW = -88f;

    /** The exponentials of smaller arguments are less than the smallest normal number, and become zero. */
    private static final float LOW = -87.3f;

    /** Larger arguments give the result of this one. */
    private static final float HIGH = 88.3f;

    private static final float LOG2_E = 1.44269504f;
    private static final float LN2_HIGH = 0.693359375f;
    private static final float LN2_LOW = -2.12194440e-4f;
    /** Added, it leaves the nearest integer in the low bits of the mantissa; taken off again, that integer as a float. */
    private static final float ROUNDER = 0x1.8p23f;

    private static final int MANTISSA_BITS = 23;
    private static final int ONE = 127 << MANTISSA_BITS;

    private static final float P0 = 1.9875691500e-4f;
    private static final float P1 = 1.3981999507e-3f;
    private static final float P2 = 8.3334519073e-3f;
    private static final float P3 = 4.1665795894e-2f;
    private static final float P4 = 1.6666665459e-1f;
    private static final float P5 = 5.0000001201e-1f;

    private VectorMath() {}

    static FloatVector exp(FloatVector argument) {
        FloatVector x = argument.blend(HIGH, argument.compare(VectorOperators.GT, HIGH));
        FloatVector shifted = x.mul(LOG2_E).add(ROUNDER);
        FloatVector n = shifted.sub(ROUNDER);
        FloatVector r = n.fma(FloatVector.broadcast(FLOATS, -LN2_HIGH), x);
        r = n.fma(FloatVector.broadcast(FLOATS, -LN2_LOW), r);
        FloatVector p = FloatVector.broadcast(FLOATS, P0).fma(r, FloatVector.broadcast(FLOATS, P1));
        p = p.fma(r, FloatVector.broadcast(FLOATS, P2));
        p = p.fma(r, FloatVector.broadcast(FLOATS, P3));
        p = p.fma(r, FloatVector.broadcast(FLOATS, P4));
        p = p.fma(r, FloatVector.broadcast(FLOATS, P5));
        p = p.fma(r.mul(r), r.add(1f));
        IntVector power = shifted.reinterpretAsInts().lanewise(VectorOperators.LSHL, MANTISSA_BITS);
        return p.mul(power.add(ONE).reinterpretAsFloats()).blend(0f, argument.compare(VectorOperators.LT, LOW));
    }

    /**
     * Makes numbers the exponentials of what they are above {@code max}, in place, up to a whole number of vectors.
     *
     * <p>{@link #exp(FloatVector)} is written out: where attention is compiled as one piece the compiler may leave the call as a call,
     * and every vector that goes through it would be an object on the heap.
     *
     * @return their sum
     */
    static float exponentials(float[] x, int from, int to, float max) {
        FloatVector sums = FloatVector.zero(FLOATS);
        for (int i = from; i < to; i += FLOATS.length()) {
            FloatVector argument = FloatVector.fromArray(FLOATS, x, i).sub(max);
            FloatVector limited = argument.blend(HIGH, argument.compare(VectorOperators.GT, HIGH));
            FloatVector shifted = limited.mul(LOG2_E).add(ROUNDER);
            FloatVector n = shifted.sub(ROUNDER);
            FloatVector r = n.fma(FloatVector.broadcast(FLOATS, -LN2_HIGH), limited);
            r = n.fma(FloatVector.broadcast(FLOATS, -LN2_LOW), r);
            FloatVector p = FloatVector.broadcast(FLOATS, P0).fma(r, FloatVector.broadcast(FLOATS, P1));
            p = p.fma(r, FloatVector.broadcast(FLOATS, P2));
            p = p.fma(r, FloatVector.broadcast(FLOATS, P3));
            p = p.fma(r, FloatVector.broadcast(FLOATS, P4));
            p = p.fma(r, FloatVector.broadcast(FLOATS, P5));
            p = p.fma(r.mul(r), r.add(1f));
            IntVector power = shifted.reinterpretAsInts().lanewise(VectorOperators.LSHL, MANTISSA_BITS);
            FloatVector e =
                    p.mul(power.add(ONE).reinterpretAsFloats()).blend(0f, argument.compare(VectorOperators.LT, LOW));
            e.intoArray(x, i);
            sums = sums.add(e);
        }
        return Lanes.sum(sums);
    }

    static float exp(float argument) {
        if (argument < LOW) {
            return 0;
        }
        float x = argument > HIGH ? HIGH : argument;
        float shifted = x * LOG2_E + ROUNDER;
        float n = shifted - ROUNDER;
        float r = Math.fma(n, -LN2_HIGH, x);
        r = Math.fma(n, -LN2_LOW, r);
        float p = Math.fma(P0, r, P1);
        p = Math.fma(p, r, P2);
        p = Math.fma(p, r, P3);
        p = Math.fma(p, r, P4);
        p = Math.fma(p, r, P5);
        p = Math.fma(p, r * r, r + 1f);
        int power = Float.floatToRawIntBits(shifted) << MANTISSA_BITS;
        return p * Float.intBitsToFloat(power + ONE);
    }
}
