package io.tokenrouter.engine.sampling;

/**
 * Uncertainty from evidence: the largest raw logits read as the counts of a Dirichlet distribution (LogU, arXiv 2502.00290;
 * the form used by R2R, arXiv 2505.21600). Defined for positive logits only.
 *
 * @param aleatoric {@code -sum p (digamma(x + 1) - digamma(s + 1))} with {@code s} the sum of the logits {@code x} and
 *     {@code p = x / s}; NaN if one of them is not positive
 * @param epistemic {@code k / (s + k)} for {@code k} logits; NaN likewise
 */
record LogU(float aleatoric, float epistemic) {

    /** Logits that count as evidence. */
    static final int EVIDENCE = 10;

    static final LogU UNDEFINED = new LogU(Float.NaN, Float.NaN);

    /** Above this the asymptotic series of digamma is exact to double precision with the terms used. */
    private static final double ASYMPTOTIC_FROM = 10;

    /** From the first {@link #EVIDENCE} of {@code top}, or all if it has fewer. */
    static LogU of(float[] row, int offset, TopTokens top) {
        int k = Math.min(EVIDENCE, top.size());
        double sum = 0;
        for (int rank = 0; rank < k; rank++) {
            double logit = row[offset + top.id(rank)];
            if (!(logit > 0)) {
                return UNDEFINED;
            }
            sum += logit;
        }
        double expected = 0;
        for (int rank = 0; rank < k; rank++) {
            double logit = row[offset + top.id(rank)];
            expected += logit / sum * (digamma(logit + 1) - digamma(sum + 1));
        }
        return new LogU((float) -expected, (float) (k / (sum + k)));
    }

    /** Derivative of the logarithm of the gamma function, for positive {@code x} (Abramowitz and Stegun 6.3.5, 6.3.18). */
    static double digamma(double x) {
        double shifted = x;
        double result = 0;
        while (shifted < ASYMPTOTIC_FROM) {
            result -= 1 / shifted;
            shifted += 1;
        }
        double inverse = 1 / shifted;
        double square = inverse * inverse;
        double series =
                square * (1.0 / 12 - square * (1.0 / 120 - square * (1.0 / 252 - square * (1.0 / 240 - square / 132))));
        return result + Math.log(shifted) - inverse / 2 - series;
    }
}
