package io.tokenrouter.engine.throughput;

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
        int low = mode;
        for (double relative = 1; low > 0; low--) {
            relative *= low / ((n - low + 1) * odds);
            if (relative < negligible) {
                break;
            }
        }
        int high = mode;
        for (double relative = 1; high < n; high++) {
            relative *= (n - high) * odds / (high + 1);
            if (relative < negligible) {
                break;
            }
        }
        double[] probability = new double[high - low + 1];
        probability[mode - low] = 1;
        double sum = 1;
        for (int k = mode; k > low; k--) {
            sum += probability[k - 1 - low] = probability[k - low] * k / ((n - k + 1) * odds);
        }
        for (int k = mode; k < high; k++) {
            sum += probability[k + 1 - low] = probability[k - low] * (n - k) * odds / (k + 1);
        }
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
