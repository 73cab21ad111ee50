package io.tokenrouter.engine.throughput;

/**
 * What {@link SharedDeviceSolver} computes, for one threshold, where the large model may keep requests and steps may not take all: the
 * number of requests at the large model is a Markov chain from step to step. O(N<sup>3</sup>) time.
 */
final class SharedDeviceChain {

    private SharedDeviceChain() {}

    /** Whether the workload has two models that send requests to each other, the second the slower one. */
    static boolean fits(Workload workload) {
        return workload.models().size() == 2
                && workload.routing().probability(0, 1) > 0
                && workload.routing().probability(1, 0) > 0
                && Workload.slowestFirst(workload.models())[0] == 1;
    }

    /**
     * Tokens per second.
     *
     * @param workload that {@link #fits}
     * @param threshold requests at the large model with which it runs, at least 1
     */
    static double tokensPerSecond(Workload workload, int threshold) {
        int requests = workload.requests();
        RoutingMatrix routing = workload.routing();
        if (!fits(workload)) {
            throw new IllegalArgumentException(
                    "needs two models that send requests to each other, the slower one second");
        }
        double[][] p = new double[requests + 1][requests + 1];
        int[] rows = new int[requests + 1];
        double[] nanos = new double[requests + 1];
        for (int n = 0; n <= requests; n++) {
            int m = n == requests
                            || n >= Math.min(threshold, workload.models().get(1).maxBatch())
                    ? 1
                    : 0;
            ModelProfile model = workload.models().get(m);
            rows[n] = Math.min(m == 1 ? n : requests - n, model.maxBatch());
            nanos[n] =
                    model.stepTime().nanos(rows[n]) + model.nanosPerCatchUpToken() * routing.meanCatchUp(m) * rows[n];
            Binomial leaving = Binomial.of(rows[n], routing.probability(m, 1 - m));
            for (int k = leaving.from(); k <= leaving.to(); k++) {
                p[n][m == 1 ? n - k : n + k] += leaving.at(k);
            }
        }
        double[] share = stationary(p);
        double tokens = 0;
        double time = 0;
        for (int n = 0; n <= requests; n++) {
            tokens += share[n] * rows[n];
            time += share[n] * nanos[n];
        }
        return 1e9 * tokens / time;
    }

    /**
     * By the elimination of Grassmann, Taksar and Heyman ("Regenerative analysis and steady state distributions for Markov chains",
     * 1985), which subtracts nothing and so loses no digits. State 0 must be reached from every other.
     */
    private static double[] stationary(double[][] p) {
        int last = p.length - 1;
        for (int n = last; n > 0; n--) {
            double down = 0;
            for (int j = 0; j < n; j++) {
                down += p[n][j];
            }
            for (int i = 0; i < n; i++) {
                p[i][n] /= down;
                for (int j = 0; p[i][n] != 0 && j < n; j++) {
                    p[i][j] += p[i][n] * p[n][j];
                }
            }
        }
        double[] share = new double[p.length];
        share[0] = 1;
        double sum = 1;
        for (int n = 1; n <= last; n++) {
            for (int i = 0; i < n; i++) {
                share[n] += share[i] * p[i][n];
            }
            sum += share[n];
        }
        for (int n = 0; n <= last; n++) {
            share[n] /= sum;
        }
        return share;
    }
}
