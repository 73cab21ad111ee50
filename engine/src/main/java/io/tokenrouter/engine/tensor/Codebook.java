package io.tokenrouter.engine.tensor;

/** The sixteen numbers that the codes of the IQ4 formats stand for, as ggml's {@code kvalues_iq4nl} has them. */
public final class Codebook {

    private static final byte[] IQ4 = {-127, -104, -83, -65, -49, -35, -22, -10, 1, 13, 25, 38, 53, 69, 89, 113};

    private Codebook() {}

    /**
     * @param code 0 to 15
     * @return -127 to 113, rising with the code
     */
    public static byte iq4(int code) {
        return IQ4[code];
    }
}
