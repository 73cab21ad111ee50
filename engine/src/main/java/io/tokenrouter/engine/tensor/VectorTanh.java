package io.tokenrouter.engine.tensor;

import static io.tokenrouter.engine.tensor.Lanes.COUNT;
import static io.tokenrouter.engine.tensor.Lanes.FLOATS;

import jdk.incubator.vector.FloatVector;

/**
 * Functions made of the hyperbolic tangent, {@code tanh(x) = 1 - 2 / (exp(2x) + 1)}: at most 2e-7 off, absolutely. What does not
 * fill a vector goes one number at a time through the same operations.
 */
final class VectorTanh {

    /** GELU's {@code sqrt(2 / pi)}, twice, for the exponential of the doubled argument. */
    private static final float LINEAR = 1.5957691f;

    private static final float CUBIC = 0.044715f * LINEAR;

    private VectorTanh() {}

    /** See {@link Kernels#geGlu}; {@code x / 2 * (1 + tanh(y)) = x - x / (exp(2y) + 1)}. */
    static void geGlu(float[] gate, int g0, float[] up, int u0, int length) {
        int bound = FLOATS.loopBound(length);
        for (int i = 0; i < bound; i += COUNT) {
            FloatVector g = FloatVector.fromArray(FLOATS, gate, g0 + i);
            FloatVector u = FloatVector.fromArray(FLOATS, up, u0 + i);
            FloatVector doubled = g.mul(g)
                    .fma(FloatVector.broadcast(FLOATS, CUBIC), FloatVector.broadcast(FLOATS, LINEAR))
                    .mul(g);
            FloatVector gelu = g.sub(g.div(VectorMath.exp(doubled).add(1f)));
            gelu.mul(u).intoArray(gate, g0 + i);
        }
        for (int i = bound; i < length; i++) {
            float g = gate[g0 + i];
            float doubled = Math.fma(g * g, CUBIC, LINEAR) * g;
            gate[g0 + i] = (g - g / (VectorMath.exp(doubled) + 1f)) * up[u0 + i];
        }
    }

    /** See {@link Kernels#softCap}. */
    static void softCap(float[] x, int offset, int length, float cap) {
        float doubled = 2 / cap;
        int bound = FLOATS.loopBound(length);
        for (int i = offset; i < offset + bound; i += COUNT) {
            FloatVector e = VectorMath.exp(FloatVector.fromArray(FLOATS, x, i).mul(doubled));
            FloatVector.broadcast(FLOATS, cap)
                    .sub(FloatVector.broadcast(FLOATS, 2 * cap).div(e.add(1f)))
                    .intoArray(x, i);
        }
        for (int i = offset + bound; i < offset + length; i++) {
            x[i] = cap - 2 * cap / (VectorMath.exp(x[i] * doubled) + 1f);
        }
    }
}
