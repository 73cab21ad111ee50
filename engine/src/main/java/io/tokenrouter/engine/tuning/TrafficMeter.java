package io.tokenrouter.engine.tuning;

/**
 * How much is going on: requests that are active and tokens per second, over the time in which anything is. Used by one thread.
 */
final class TrafficMeter {

    private static final double REQUESTS_MEMORY_NANOS = 1e9;
    private static final double LEAST_KEPT = 0.01;

    private final SteadyRate steady = new SteadyRate();
    private boolean started;
    private long lastNanos;
    private int lastActive;
    private double requests;
    private double busyNanos;
    private double visits;
    private double tokens;
    private long lastTokens;

    /**
     * Adds the time since the last call.
     *
     * @param active requests that are active now
     * @param newVisits rows that got an answer since the last call
     * @param committedTokens tokens that were committed since the start
     */
    void add(long nowNanos, int active, long newVisits, long committedTokens) {
        long passed = started ? nowNanos - lastNanos : 0;
        if (active > 0 && lastActive > 0) {
            double kept = Math.exp(-passed / SteadyRate.MEMORY_NANOS);
            busyNanos = busyNanos * kept + passed;
            visits = visits * kept + newVisits;
            tokens = tokens * kept + (committedTokens - lastTokens);
            steady.add(passed, active, committedTokens - lastTokens);
            requests += (1 - Math.exp(-passed / REQUESTS_MEMORY_NANOS)) * (active - requests);
        } else if (active > 0) {
            requests = active;
        }
        started = true;
        lastNanos = nowNanos;
        lastActive = active;
        lastTokens = committedTokens;
    }

    /** Tokens committed from now on are those of other settings. */
    void settingsChanged() {
        steady.restart();
    }

    /** Committed tokens per second under the settings in force; NaN while they are not known, or the load is just changing. */
    double steadyTokensPerSecond() {
        return steady.tokensPerSecond(requests());
    }

    /** Mean over the last second or so in which any were active; 0 before. */
    double requests() {
        return requests;
    }

    /** Committed tokens per second of the last seconds in which any request was active; 0 before. */
    double tokensPerSecond() {
        return busyNanos == 0 ? 0 : 1e9 * tokens / busyNanos;
    }

    /** Share of answered rows that became a token, above 0; 1 before anything is known. */
    double keptShare() {
        return visits < 1 ? 1 : Math.clamp(tokens / visits, LEAST_KEPT, 1);
    }
}
