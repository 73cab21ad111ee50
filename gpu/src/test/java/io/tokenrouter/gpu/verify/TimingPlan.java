package io.tokenrouter.gpu.verify;

import java.util.List;

/**
 * How much is timed.
 *
 * @param batches rows of decode steps
 * @param context positions before a decoded token
 * @param prompts lengths of prefills
 * @param clients requests at once at the pair
 * @param answer tokens of a request
 * @param millis that warming up takes at least, and measuring
 * @param steps of warming up at least, and of measuring
 */
record TimingPlan(
        List<Integer> batches,
        int context,
        List<Integer> prompts,
        List<Integer> clients,
        int answer,
        int millis,
        int steps) {

    static TimingPlan of(VerifyOptions options) {
        if (options.emulator()) {
            return new TimingPlan(List.of(1, 2), 8, List.of(70), List.of(2), 6, 0, 1);
        }
        if (options.quick()) {
            return new TimingPlan(List.of(1, 8, 64), 256, List.of(512), List.of(1, 8), 48, 150, 20);
        }
        return new TimingPlan(List.of(1, 4, 8, 16, 32, 64), 256, List.of(512, 2048), List.of(1, 8, 32), 96, 400, 40);
    }

    int mostRows() {
        return batches.getLast();
    }

    int mostStepTokens() {
        return Math.max(prompts.getLast(), Math.max(mostRows(), context));
    }

    /** Positions of a request at the pair. */
    int requestTokens() {
        return context / 4 + answer;
    }

    /** Positions that the KV caches need: of all rows of a decode step, or of the longest prompt, or of all requests. */
    long kvTokens() {
        int decode = mostRows() * blocks(context + 1);
        int requests = clients.getLast() * blocks(requestTokens() + 1);
        return (long) Target.BLOCK * Math.max(Math.max(decode, blocks(prompts.getLast() + 1)), requests);
    }

    private static int blocks(int positions) {
        return Math.ceilDiv(positions, Target.BLOCK);
    }
}
