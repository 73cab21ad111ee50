package io.tokenrouter.engine.runtime;

/** Notices an algorithm that takes answers and commits nothing. */
final class Patience {

    /** Answers in a row, beyond the declared tail. */
    private static final int FRUITLESS_ANSWERS = 64;

    private final int most;
    private int fruitless;

    /** @param maxTail most drafted ids */
    Patience(int maxTail) {
        this.most = FRUITLESS_ANSWERS + maxTail;
    }

    /**
     * An answer was received.
     *
     * @param committed whether anything was committed
     * @throws IllegalStateException if it was one too many
     */
    void received(boolean committed) {
        fruitless = committed ? 0 : fruitless + 1;
        if (fruitless > most) {
            throw new IllegalStateException(most + " answers in a row and nothing was committed");
        }
    }
}
