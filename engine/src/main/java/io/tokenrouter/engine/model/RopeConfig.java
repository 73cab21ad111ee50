package io.tokenrouter.engine.model;

/**
 * Rotary position embedding.
 *
 * @param theta base of the frequencies, 10,000 in the first Llama
 * @param dimensions how many of a head's dimensions are rotated, even
 * @param linearFactor positions are divided by it; 1 for none
 * @param frequencyFactors divisor of each frequency, {@code dimensions / 2} long (llama3 scaling as GGUF's
 *     {@code rope_freqs.weight}); empty for none
 * @param layout how the file orders the two halves of a pair
 */
public record RopeConfig(float theta, int dimensions, float linearFactor, float[] frequencyFactors, Layout layout) {

    /** Which two dimensions turn together. */
    public enum Layout {
        /** Dimensions 2i and 2i + 1, as llama.cpp permutes Llama's weights. */
        INTERLEAVED,
        /** Dimensions i and i + d/2, as Hugging Face stores them. */
        HALVES
    }
}
