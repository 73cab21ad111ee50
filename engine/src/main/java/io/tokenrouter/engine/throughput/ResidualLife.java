package io.tokenrouter.engine.throughput;

/**
 * How long a running step will still take on average, when its time is normally distributed about its prediction and it has not
 * ended yet: {@code d + sd * phi(z) / Phi(z)} with d what is left of the prediction and z = d / sd.
 */
final class ResidualLife {

    /** Beyond as many standard deviations the first terms of its expansion are as good as the formula. */
    private static final double FAR = 6;

    private static final double SQRT_2_PI = Math.sqrt(2 * Math.PI);

    private ResidualLife() {}

    /**
     * @param noise coefficient of variation; 0 for what is left of the prediction
     * @return nanoseconds, at least 0
     */
    static long nanos(long predictedNanos, long elapsedNanos, double noise) {
        long left = predictedNanos - elapsedNanos;
        double deviation = noise * predictedNanos;
        if (!(deviation > 0) || left > FAR * deviation) {
            return Math.max(left, 0);
        }
        double z = left / deviation;
        double mean = z < -FAR ? deviation * lateTail(-z) : left + deviation * hazard(z);
        return Math.max(Math.round(mean), 0);
    }

    private static double lateTail(double y) {
        double inverse = 1 / (y * y);
        return (1 - inverse * (2 - 10 * inverse)) / y;
    }

    /** phi(z) / Phi(z), with Phi by the series of Marsaglia, "Evaluating the normal distribution", 2004. */
    private static double hazard(double z) {
        double density = Math.exp(-z * z / 2) / SQRT_2_PI;
        double sum = z;
        double term = z;
        for (int i = 3; Math.abs(term) > 1e-17 * Math.abs(sum); i += 2) {
            term *= z * z / i;
            sum += term;
        }
        return density / (0.5 + density * sum);
    }
}
