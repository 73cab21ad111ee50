package io.tokenrouter.engine.tuning;

import java.util.Arrays;

/**
 * Where tokens go after a visit: one pooled count per pair of models, with forgetting. Pooled on purpose: the share that counts is
 * the one of visits, and a mean of per-request shares is another figure as soon as requests differ. Used by one thread.
 */
final class RoutingShares {

    /** Visits of a model after which what was counted before weighs half. */
    static final double HALF_LIFE = 2000;

    private final double[][] counts;

    /**
     * @param models at least 1
     */
    RoutingShares(int models) {
        counts = new double[models][models];
    }

    /**
     * Counts the visits of one model since the last call.
     *
     * @param from index of the model
     * @param to visits by where they went next, one entry per model
     */
    void add(int from, long[] to) {
        double[] row = counts[from];
        double kept = Math.pow(0.5, Arrays.stream(to).sum() / HALF_LIFE);
        for (int j = 0; j < row.length; j++) {
            row[j] = row[j] * kept + to[j];
        }
    }

    /** Probability that a visit of {@code from} is followed by one of {@code to}: {@code (c + 1/K) / (n + 1)}, for K = 2 as usual. */
    double share(int from, int to) {
        return (counts[from][to] + 1.0 / counts.length) / (visits(from) + 1);
    }

    /** All shares; each row sums to 1. */
    double[][] matrix() {
        double[][] shares = new double[counts.length][counts.length];
        for (int i = 0; i < shares.length; i++) {
            for (int j = 0; j < shares.length; j++) {
                shares[i][j] = share(i, j);
            }
        }
        return shares;
    }

    /** Visits that are not forgotten; at most {@code HALF_LIFE / ln 2}. */
    double visits(int from) {
        return Arrays.stream(counts[from]).sum();
    }

    /** Standard error of {@link #share}, as of a binomial share of the visits that are not forgotten. */
    double standardError(int from, int to) {
        double share = share(from, to);
        return Math.sqrt(share * (1 - share) / (visits(from) + 1));
    }
}
