package io.tokenrouter.engine.tuning;

/**
 * When the settings are looked at again: at once when something moved, else after a period, which grows while nothing happens. Used
 * by one thread.
 */
final class SolveTimer {

    /** Between two looks that follow a movement; a ramp of the load would cause one after the other. */
    private static final long LEAST_NANOS = 500_000_000;

    private static final int MOST_PERIODS = 8;

    private final long periodNanos;
    private boolean started;
    private long lastNanos;
    private int periods = 1;

    SolveTimer(TuningOptions options) {
        periodNanos = options.period().toNanos();
    }

    /** Due at once, and then as often as at first. */
    void restart() {
        started = false;
        periods = 1;
    }

    boolean isDue(long nowNanos, boolean moved) {
        if (!started) {
            return true;
        }
        long passed = nowNanos - lastNanos;
        return passed >= periods * periodNanos || moved && passed >= Math.min(LEAST_NANOS, periodNanos);
    }

    /**
     * @param eventful whether something had moved, or a change is about to be made
     */
    void solved(long nowNanos, boolean eventful) {
        started = true;
        lastNanos = nowNanos;
        periods = eventful ? 1 : Math.min(MOST_PERIODS, 2 * periods);
    }
}
