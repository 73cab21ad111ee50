package io.tokenrouter.engine.tuning;

import java.util.List;

/** One request of a {@link SimulatedGroup}: how long it is, and how much of it each model has run. */
final class SimulatedRequest {

    /**
     * What requests are like.
     *
     * @param prompt ids of a prompt, at least 1
     * @param answer tokens after which a request ends and the next one begins
     * @param nanosPerId for each model the time of an id beyond one a row
     */
    record Shape(int prompt, int answer, List<Double> nanosPerId) {

        /** Catching up costs nothing here, so that no prompt does. */
        static final Shape ENDLESS = new Shape(0, Integer.MAX_VALUE, List.of(0.0, 0.0));
    }

    private final Shape shape;
    private final int[] seen = new int[2];
    private int length;
    private int written;

    /** Since when it waits. */
    long sinceNanos;

    SimulatedRequest(Shape shape) {
        this.shape = shape;
        this.length = shape.prompt();
    }

    /** Ids of the prompt that a model has yet to run. */
    int promptIds(int model) {
        return Math.max(0, shape.prompt() - seen[model]);
    }

    /** A model runs what it has not seen; how many ids that is. */
    int run(int model) {
        int ids = length - seen[model];
        seen[model] = length;
        return Math.max(1, ids);
    }

    /** One token more; false if it is the last. */
    boolean wrote() {
        length++;
        written++;
        return written < shape.answer();
    }
}
