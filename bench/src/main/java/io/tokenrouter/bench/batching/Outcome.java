package io.tokenrouter.bench.batching;

/**
 * Tokens per second of one case, drafts that the large model replaced not counted.
 *
 * @param settings the best ones, in words
 * @param tuned with them
 * @param lockstep see {@link Plans#lockstep}
 */
record Outcome(String settings, Pair tuned, Pair greedy, Pair lockstep) {

    /** What the model says and what the runtime did. */
    record Pair(double predicted, double measured) {}

    /** One request, for which there is only one way. */
    static Outcome alone(Pair rate) {
        return new Outcome("greedy", rate, rate, rate);
    }
}
