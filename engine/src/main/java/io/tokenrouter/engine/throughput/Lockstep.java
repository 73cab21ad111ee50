package io.tokenrouter.engine.throughput;

/** Ways to run a pair of models that use no batching policy: what others are compared with. Tokens per second, exactly. */
final class Lockstep {

    private Lockstep() {}

    /**
     * All requests take a step of the small model; those that go to the large one take steps of it until all are back.
     *
     * @param workload two models with steps for all requests
     */
    static double tokensPerSecond(Workload workload) {
        if (workload.models().size() != 2) {
            throw new IllegalArgumentException(
                    "needs two models, not " + workload.models().size());
        }
        int requests = workload.requests();
        RoutingMatrix routing = workload.routing();
        double[] met = new double[requests + 1];
        Binomial routed = Binomial.of(requests, routing.probability(0, 1));
        for (int k = Math.max(1, routed.from()); k <= routed.to(); k++) {
            met[k] = routed.at(k);
        }
        double tokens = requests;
        double time = stepNanos(workload, 0, requests);
        for (int k = requests; k > 0 && routing.probability(1, 0) > 0; k--) {
            Binomial staying = Binomial.of(k, routing.probability(1, 1));
            double visits = met[k] / (1 - staying.at(k));
            for (int left = Math.max(1, staying.from()); left < k && left <= staying.to(); left++) {
                met[left] += visits * staying.at(left);
            }
            tokens += visits * k;
            time += visits * stepNanos(workload, 1, k);
        }
        return 1e9 * tokens / time;
    }

    /** One request after the other, each alone; the same throughput for any number of them. */
    static double oneAtATime(Workload workload) {
        double time = 0;
        for (int m = 0; m < workload.models().size(); m++) {
            time += workload.routing().visitShare(m) * stepNanos(workload, m, 1);
        }
        return 1e9 / time;
    }

    private static double stepNanos(Workload workload, int model, int rows) {
        ModelProfile profile = workload.models().get(model);
        return profile.stepTime().nanos(rows)
                + profile.nanosPerCatchUpToken() * workload.routing().meanCatchUp(model) * rows;
    }
}
