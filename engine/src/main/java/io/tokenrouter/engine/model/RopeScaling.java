package io.tokenrouter.engine.model;

/** How the frequencies of a rotary embedding were changed so that a model can do with longer sequences. */
public sealed interface RopeScaling {

    /**
     * Changes unscaled frequencies in place.
     *
     * @param frequencies radians a position, {@code theta^(-2i/d)} for pair i
     * @param contextLength most positions of a sequence
     */
    void apply(float[] frequencies, float theta, int contextLength);

    /** Factor of rotated queries and keys alike. */
    default float amplitude() {
        return 1;
    }

    /** As they are. */
    record None() implements RopeScaling {
        @Override
        public void apply(float[] frequencies, float theta, int contextLength) {}
    }

    /** Positions divided by one factor (Chen et al., arXiv 2306.15595). */
    record Linear(float factor) implements RopeScaling {
        @Override
        public void apply(float[] frequencies, float theta, int contextLength) {
            for (int i = 0; i < frequencies.length; i++) {
                frequencies[i] /= factor;
            }
        }
    }

    /**
     * A divisor for each frequency, worked out before (GGUF's {@code rope_freqs.weight}).
     *
     * @param divisors one a pair of dimensions, positive
     */
    record Divided(float[] divisors) implements RopeScaling {
        @Override
        public void apply(float[] frequencies, float theta, int contextLength) {
            divide(frequencies, divisors);
        }
    }

    /**
     * Llama 3.1: low frequencies are divided, high ones kept, those between blended.
     *
     * @param originalContext positions that the model was made for at first
     */
    record Llama3(float factor, float lowFrequencyFactor, float highFrequencyFactor, int originalContext)
            implements RopeScaling {
        @Override
        public void apply(float[] frequencies, float theta, int contextLength) {
            for (int i = 0; i < frequencies.length; i++) {
                double turns = originalContext * (double) frequencies[i] / (2 * Math.PI);
                double kept = (turns - lowFrequencyFactor) / (highFrequencyFactor - lowFrequencyFactor);
                double share = Math.clamp(kept, 0.0, 1.0);
                frequencies[i] = (float) (frequencies[i] * (share + (1 - share) / factor));
            }
        }
    }

    /**
     * YaRN (Peng et al., arXiv 2309.00071): as Llama 3.1, but blended by the number of the pair.
     *
     * @param betaFast turns within the original context from which on a frequency is kept
     * @param betaSlow turns up to which it is divided
     * @param amplitude factor of queries and keys
     */
    record Yarn(float factor, int originalContext, float betaFast, float betaSlow, float amplitude)
            implements RopeScaling {

        /**
         * What the paper recommends for a scaling by {@code factor}.
         *
         * @param share of its difference to 1, which is 1 in the paper
         */
        static float amplitudeFor(double factor, double share) {
            return factor <= 1 ? 1 : (float) (0.1 * share * Math.log(factor) + 1);
        }

        @Override
        public void apply(float[] frequencies, float theta, int contextLength) {
            int dimensions = 2 * frequencies.length;
            double low = Math.max(0, Math.floor(pairOfTurns(betaFast, dimensions, theta)));
            double high = Math.min(dimensions - 1, Math.ceil(pairOfTurns(betaSlow, dimensions, theta)));
            for (int i = 0; i < frequencies.length; i++) {
                double divided = Math.clamp((i - low) / Math.max(high - low, 0.001), 0.0, 1.0);
                frequencies[i] = (float) (frequencies[i] * (1 - divided + divided / factor));
            }
        }

        private double pairOfTurns(double turns, int dimensions, float theta) {
            return dimensions * Math.log(originalContext / (turns * 2 * Math.PI)) / (2 * Math.log(theta));
        }
    }

    /**
     * LongRoPE (Ding et al., arXiv 2402.13753): divisors for sequences within the original context, and others beyond it. A cached
     * key is rotated once and for all, so the length that counts is the longest that a sequence may reach, not that of the sequence
     * at hand.
     *
     * @param shortDivisors one a pair of dimensions, positive
     * @param longDivisors likewise
     * @param amplitude factor of queries and keys
     */
    record LongRope(float[] shortDivisors, float[] longDivisors, int originalContext, float amplitude)
            implements RopeScaling {
        @Override
        public void apply(float[] frequencies, float theta, int contextLength) {
            divide(frequencies, contextLength > originalContext ? longDivisors : shortDivisors);
        }
    }

    private static void divide(float[] frequencies, float[] divisors) {
        for (int i = 0; i < frequencies.length; i++) {
            frequencies[i] /= divisors[i];
        }
    }
}
