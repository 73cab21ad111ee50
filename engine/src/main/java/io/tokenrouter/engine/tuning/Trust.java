package io.tokenrouter.engine.tuning;

import java.util.Locale;

/**
 * Whether predictions can be relied on: what is predicted of the settings in force is compared with what is measured under them.
 * Twice in a row too far off loses the trust; it comes back when both agree, after a pause that doubles each time it is lost soon
 * again. Used by one thread.
 */
final class Trust {

    /** Most that a prediction may be off by, as a share of what is measured. */
    private static final double TOLERANCE = 0.25;

    private static final int TIMES_OFF = 2;
    private static final long FIRST_PAUSE_NANOS = 10_000_000_000L;
    private static final long LONGEST_PAUSE_NANOS = 64 * FIRST_PAUSE_NANOS;

    /** Trust that lasted so many pauses makes the next pause the first one again. */
    private static final int PAUSES_TO_FORGET = 8;

    private boolean everAgreed;
    private boolean lost;
    private int offInARow;
    private double deviation;
    private long pauseNanos;
    private long changedNanos;

    /**
     * @param predicted tokens per second of the settings in force
     * @param measured under them; NaN where no steady figure is known, which changes nothing
     */
    void compare(long nowNanos, double predicted, double measured) {
        if (!(measured > 0)) {
            return;
        }
        deviation = predicted / measured - 1;
        if (Math.abs(deviation) <= TOLERANCE) {
            agree(nowNanos);
        } else if (++offInARow >= TIMES_OFF && !lost) {
            lose(nowNanos);
        }
    }

    private void agree(long nowNanos) {
        offInARow = 0;
        everAgreed = true;
        if (lost && nowNanos - changedNanos >= pauseNanos) {
            lost = false;
            changedNanos = nowNanos;
        }
    }

    private void lose(long nowNanos) {
        boolean first = pauseNanos == 0 || nowNanos - changedNanos > PAUSES_TO_FORGET * pauseNanos;
        pauseNanos = first ? FIRST_PAUSE_NANOS : Math.min(LONGEST_PAUSE_NANOS, 2 * pauseNanos);
        lost = true;
        changedNanos = nowNanos;
    }

    /** True as long as nothing but greedy is to be done. */
    boolean isLost() {
        return lost;
    }

    /** Whether the last comparison lets settings be adopted that a prediction speaks for. */
    boolean permits() {
        return everAgreed && !lost && offInARow == 0;
    }

    /** True while the next comparison may lose the trust. */
    boolean isInDoubt() {
        return !lost && offInARow > 0;
    }

    /** Why nothing but greedy is done, for people. */
    String inWords() {
        if (Math.abs(deviation) <= TOLERANCE) {
            return "predictions were too far from what is measured: starts at once until they agree for longer";
        }
        return String.format(
                Locale.ROOT,
                "predictions are %.0f %% %s what is measured: starts at once until they agree",
                100 * Math.abs(deviation),
                deviation > 0 ? "above" : "below");
    }
}
