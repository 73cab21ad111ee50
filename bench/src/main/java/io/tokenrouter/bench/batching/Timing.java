package io.tokenrouter.bench.batching;

/**
 * For how long a case is run, seconds. Few requests write few tokens, of which the share that the large model writes is a matter of
 * chance, so they are counted for longer; many requests take long until each has been at the large model a few times.
 *
 * @param rampUp until all clients are in the midst of their answers
 * @param settle after the settings were changed
 * @param window in which tokens are counted
 */
record Timing(double rampUp, double settle, double window) {

    private static final int FEW_REQUESTS = 16;
    private static final double MOST_WINDOWS = 4;
    private static final double VISITS_OF_RAMP_UP = 8;
    private static final double VISITS_TO_SETTLE = 3;
    private static final double VISITS_OF_WINDOW = 8;
    private static final double LEAST_SETTLE = 0.3;

    /**
     * @param seconds shortest window
     * @param visit from one visit of a request at the large model to its next, in the mean
     * @param prompts that the first prompts of all requests take
     */
    static Timing of(double seconds, int requests, double visit, double prompts) {
        double factor = Math.clamp((double) FEW_REQUESTS / requests, 1, MOST_WINDOWS);
        return new Timing(
                2 * prompts + VISITS_OF_RAMP_UP * visit,
                Math.max(LEAST_SETTLE, VISITS_TO_SETTLE * visit),
                Math.max(seconds * factor, VISITS_OF_WINDOW * visit));
    }

    /** Of a case in which so many settings are compared. */
    double total(int settings) {
        return rampUp + settings * (settle + window);
    }
}
