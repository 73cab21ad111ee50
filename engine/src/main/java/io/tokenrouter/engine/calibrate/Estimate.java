package io.tokenrouter.engine.calibrate;

/**
 * A share that was counted over requests, and where that of all such requests lies: with a probability of 95 %, as far as these are a
 * fair sample of them.
 *
 * @param value 0 to 1
 * @param low 0 to {@code value}
 * @param high {@code value} to 1
 */
public record Estimate(double value, double low, double high) {

    /** Of the normal distribution, two-sided 95 %. */
    private static final double Z = 1.959964;

    /**
     * Positions of one answer resemble each other, so requests are what was drawn: the ratio estimator of cluster sampling (Cochran,
     * Sampling Techniques, 3rd ed., section 6.3) with Student's quantile.
     *
     * @param hits by request
     * @param counts by request, each at least its hits; not all 0
     */
    static Estimate ofRatio(int[] hits, int[] counts) {
        long hit = 0;
        long counted = 0;
        int requests = 0;
        for (int i = 0; i < counts.length; i++) {
            hit += hits[i];
            counted += counts[i];
            requests += counts[i] > 0 ? 1 : 0;
        }
        if (counted == 0) {
            throw new IllegalArgumentException("nothing was counted");
        }
        double ratio = (double) hit / counted;
        if (requests < 2) {
            return new Estimate(ratio, 0, 1);
        }
        if (hit == 0 || hit == counted) {
            // nothing varies, which is no proof that nothing can: the exact bound, with a request as one draw
            double bound = 1 - Math.pow(0.025, 1.0 / requests);
            return hit == 0 ? new Estimate(0, 0, bound) : new Estimate(1, 1 - bound, 1);
        }
        double squares = 0;
        for (int i = 0; i < counts.length; i++) {
            double residual = hits[i] - ratio * counts[i];
            squares += residual * residual;
        }
        double error = Math.sqrt(squares * requests / (requests - 1)) / counted;
        double half = studentQuantile(requests - 1) * error;
        return new Estimate(ratio, Math.max(0, ratio - half), Math.min(1, ratio + half));
    }

    /** Exact for 1 and 2 degrees of freedom; then Abramowitz and Stegun 26.7.5, to the second order, within 2 %. */
    private static double studentQuantile(int degrees) {
        if (degrees <= 2) {
            return degrees == 1 ? 12.7062 : 4.3027;
        }
        double cube = Z * Z * Z;
        return Z + (cube + Z) / (4.0 * degrees) + (5 * cube * Z * Z + 16 * cube + 3 * Z) / (96.0 * degrees * degrees);
    }
}
