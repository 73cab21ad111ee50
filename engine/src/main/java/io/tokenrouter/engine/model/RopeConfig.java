package io.tokenrouter.engine.model;

/**
 * Rotary position embedding (Su et al., arXiv 2104.09864).
 *
 * @param theta base of the frequencies, 10,000 in the first Llama
 * @param dimensions how many of a head's dimensions are rotated, even; the first ones
 * @param scaling how the frequencies were changed for a longer context
 * @param layout how the file orders the two halves of a pair
 */
public record RopeConfig(float theta, int dimensions, RopeScaling scaling, Layout layout) {

    /** Which two dimensions turn together. */
    public enum Layout {
        /** Dimensions 2i and 2i + 1, as llama.cpp permutes Llama's weights. */
        INTERLEAVED,
        /** Dimensions i and i + d/2, as Hugging Face stores them. */
        HALVES
    }

    /**
     * Radians a position, one for each pair of dimensions.
     *
     * @param contextLength most positions of a sequence
     */
    public float[] frequencies(int contextLength) {
        float[] frequencies = new float[dimensions / 2];
        for (int i = 0; i < frequencies.length; i++) {
            frequencies[i] = (float) (1 / Math.pow(theta, 2.0 * i / dimensions));
        }
        scaling.apply(frequencies, theta, contextLength);
        return frequencies;
    }
}
