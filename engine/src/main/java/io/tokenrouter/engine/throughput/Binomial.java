package io.tokenrouter.engine.throughput;

import java.util.Arrays;

/**
 * The binomial distribution, from its mode outwards to where the probabilities no longer count in double precision. A large n has
 * few entries then.
 *
 * @param from smallest number of successes with an entry
 * @param probability [k - from]; sums to 1
 */
record Binomial(int from, double[] probability) {

    private static final double NEGLIGIBLE = 1e-18;

    /**
     * @param n trials, 0 or more
     * @param p chance of each, 0 to 1
     */
    static Binomial of(int n, double p) {
        return of(n, p, NEGLIGIBLE);
    }

    /** Every number of successes that double precision can tell from impossible. */
    static Binomial whole(int n, double p) {
        return of(n, p, Double.MIN_NORMAL);
    }

    private static Binomial of(int n, double p, double negligible) {
        if (p <= 0 || p >= 1) {
            return new Binomial(p <= 0 ? 0 : n, new double[] {1});
        }
        int mode = Math.min(n, (int) ((n + 1) * p));
        double odds = p / (1 - p);
        double[] relative = new double[n + 1];
        relative[mode] = 1;
        double sum = 1;
        int low = mode;
        while (low > 0) {
            double next = relative[low] * low / ((n - low + 1) * odds);
            if (next < negligible) {
                break;
            }
            sum += relative[--low] = next;
        }
        int high = mode;
        while (high < n) {
            double next = relative[high] * (n - high) * odds / (high + 1);
            if (next < negligible) {
                break;
            }
            sum += relative[++high] = next;
        }
        double[] probability = Arrays.copyOfRange(relative, low, high + 1);
        for (int i = 0; i < probability.length; i++) {
            probability[i] /= sum;
        }
        return new Binomial(low, probability);
    }

    /** Largest number of successes with an entry. */
    int to() {
        return from + probability.length - 1;
    }

    double at(int k) {
        return k < from || k > to() ? 0 : probability[k - from];
    }
}
