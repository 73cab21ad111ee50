package io.tokenrouter.engine.tuning;

/** Lets a change through that promised enough several times in a row. Used by one thread. */
final class Hysteresis {

    private final double leastGain;
    private final int confirmations;
    private int inARow;

    Hysteresis(TuningOptions options) {
        leastGain = options.leastGain();
        confirmations = options.confirmations();
    }

    /**
     * @param gain of the best over the present schedule, both under the present conditions
     * @return whether to change now
     */
    boolean confirms(double gain) {
        inARow = gain >= leastGain ? inARow + 1 : 0;
        if (inARow < confirmations) {
            return false;
        }
        inARow = 0;
        return true;
    }

    /** Nothing has promised anything yet. */
    void restart() {
        inARow = 0;
    }

    /** True while a change waits to be confirmed. */
    boolean isPending() {
        return inARow > 0;
    }
}
