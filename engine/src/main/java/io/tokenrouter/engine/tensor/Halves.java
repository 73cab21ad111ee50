package io.tokenrouter.engine.tensor;

/** Numbers of IEEE half precision. */
public final class Halves {

    private Halves() {}

    /**
     * Converts, exactly. A plain loop: the JIT compiler makes the processor's own conversion of it, which the Vector API does not
     * have, and interpreted it gives the same floats.
     */
    public static void decode(short[] halves, int from, float[] out, int to, int length) {
        for (int i = 0; i < length; i++) {
            out[to + i] = Float.float16ToFloat(halves[from + i]);
        }
    }
}
