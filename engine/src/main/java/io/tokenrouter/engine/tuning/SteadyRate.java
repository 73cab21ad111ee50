package io.tokenrouter.engine.tuning;

/**
 * Tokens per second under the settings in force, to compare a prediction with: of the last seconds since the settings changed, and
 * only while the number of requests is about what it was in them. Used by one thread.
 */
final class SteadyRate {

    /** What is measured of the traffic is of about this time, so that it can be compared. */
    static final double MEMORY_NANOS = 5e9;

    private static final double LEAST_NANOS = 1e9;
    private static final double LEAST_TOKENS = 20;
    private static final double REQUESTS_RATIO = 1.25;

    private double nanos;
    private double tokens;
    private double requestNanos;

    /** Other settings are in force from now on. */
    void restart() {
        nanos = 0;
        tokens = 0;
        requestNanos = 0;
    }

    /** Adds a time in which {@code active} requests were there. */
    void add(long passedNanos, int active, long newTokens) {
        double kept = Math.exp(-passedNanos / MEMORY_NANOS);
        nanos = nanos * kept + passedNanos;
        tokens = tokens * kept + newTokens;
        requestNanos = requestNanos * kept + (double) active * passedNanos;
    }

    /**
     * @param requests that are active now, above 0
     * @return NaN while too little is known, or of another number of requests
     */
    double tokensPerSecond(double requests) {
        if (nanos < LEAST_NANOS || tokens < LEAST_TOKENS) {
            return Double.NaN;
        }
        double ratio = requestNanos / nanos / requests;
        return ratio > REQUESTS_RATIO || ratio < 1 / REQUESTS_RATIO ? Double.NaN : 1e9 * tokens / nanos;
    }
}
