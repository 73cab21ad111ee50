package io.tokenrouter.app.requests;

import io.tokenrouter.engine.api.GenerationStep;

/** A hop while it goes on. */
final class HopBuilder {

    private static final double NANOS_PER_MILLI = 1e6;

    private final String model;
    private final int token;
    private final long arrivedNanos;
    private final long startedNanos;
    private long endedNanos;
    private long waitedNanos;
    private long heldNanos;
    private long readingNanos;
    private int steps;
    private int read;
    private int caughtUp;
    private int wrote;
    private int untaken;
    private int rows;
    private float entropy = Float.NaN;

    /**
     * @param token committed tokens so far
     * @param arrivedNanos when the models before were done, or the first step began if that was earlier
     */
    HopBuilder(GenerationStep first, int token, long arrivedNanos) {
        this.model = first.model();
        this.token = token;
        this.arrivedNanos = arrivedNanos;
        this.startedNanos = first.startedNanos();
        this.endedNanos = arrivedNanos;
    }

    boolean isAt(String other) {
        return model.equals(other);
    }

    long waitedNanos() {
        return waitedNanos;
    }

    void add(GenerationStep step) {
        waitedNanos += Math.max(0, step.startedNanos() - endedNanos);
        heldNanos += step.heldNanos();
        readingNanos += Math.round((step.endedNanos() - step.startedNanos()) * (step.count() - 1.0) / step.count());
        endedNanos = step.endedNanos();
        steps++;
        read += step.count();
        caughtUp += step.caughtUp();
        rows = Math.max(rows, step.rows());
    }

    void wrote() {
        wrote++;
    }

    /** It wrote a token in the place of a proposal. */
    void replaced(float proposalEntropy) {
        if (Float.isNaN(entropy)) {
            entropy = proposalEntropy;
        }
    }

    void untaken() {
        untaken++;
    }

    Hop hop() {
        return new Hop(
                model,
                token,
                steps,
                read,
                caughtUp,
                wrote,
                untaken,
                millis(arrivedNanos),
                millis(startedNanos),
                millis(endedNanos),
                millis(waitedNanos),
                millis(heldNanos),
                millis(readingNanos),
                rows,
                Float.isFinite(entropy) ? (Double) (Math.round(entropy * 1e4) / 1e4) : null);
    }

    /** Microseconds are enough. */
    static double millis(long nanos) {
        return Math.round(nanos / 1e3) * 1e3 / NANOS_PER_MILLI;
    }
}
