package io.tokenrouter.engine.tuning;

/**
 * How much slower steps are while another model's step runs on the same device: 1 where they do not disturb each other, 2 where
 * each has half of the device. Used by one thread.
 *
 * <p>A step that would take {@code T} alone and ran {@code o} of its time {@code t} beside another has done {@code t - o + o/sigma}
 * of its work; the factor is fitted to all of them by least squares in {@code 1/sigma}, with forgetting.
 */
final class OverlapFactor {

    private static final double MEMORY = 256;
    private static final double MOST = 16;

    private double squares;
    private double products;

    /**
     * @param expectedNanos what the step takes alone
     * @param nanos what it took
     * @param besideNanos how long of this another step ran, 0 to {@code nanos}
     */
    void observe(double expectedNanos, double nanos, double besideNanos) {
        if (besideNanos <= 0 || expectedNanos <= 0) {
            return;
        }
        double beside = besideNanos / expectedNanos;
        double speed = Math.clamp((expectedNanos - (nanos - besideNanos)) / besideNanos, 1 / MOST, 1.25);
        squares += beside * beside - squares / MEMORY;
        products += beside * beside * speed - products / MEMORY;
    }

    /** At least 1; 1 where nothing was measured. */
    double sigma() {
        return products == 0 ? 1 : Math.max(1, squares / products);
    }
}
