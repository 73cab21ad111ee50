package io.tokenrouter.engine.throughput;

/**
 * Requests that come and go, seen through what a fixed number of them would do: a flow-equivalent server. Requests arrive at random
 * (Poisson), bring a mean number of tokens, and are refused when as many are active and waiting as there is room for.
 *
 * @param blocking share of requests that are refused
 * @param meanRequests active and waiting
 * @param meanActive of them active
 * @param responseNanos mean time from arrival to the last token of those not refused
 * @param tokensPerSecond in the mean over time
 */
public record OpenSystem(
        double blocking, double meanRequests, double meanActive, double responseNanos, double tokensPerSecond) {

    /**
     * The steady state.
     *
     * @param tokensPerSecondByActive [n - 1] for n active requests; its length is the most that may be active; all above 0
     * @param waitingRoom requests that may wait for others to end, 0 or more
     * @param arrivalsPerSecond above 0
     * @param meanTokens of a request, above 0
     */
    public static OpenSystem of(
            double[] tokensPerSecondByActive, int waitingRoom, double arrivalsPerSecond, double meanTokens) {
        int mostActive = tokensPerSecondByActive.length;
        if (mostActive < 1 || waitingRoom < 0 || !(arrivalsPerSecond > 0) || !(meanTokens > 0)) {
            throw new IllegalArgumentException(
                    "an open system needs a place, a rate of arrivals and tokens of a request");
        }
        int last = Math.addExact(mostActive, waitingRoom);
        double weight = 1;
        double sum = 1;
        double requests = 0;
        double active = 0;
        double tokens = 0;
        for (int n = 1; n <= last; n++) {
            double speed = tokensPerSecondByActive[Math.min(n, mostActive) - 1];
            weight *= arrivalsPerSecond * meanTokens / speed;
            if (weight > 1e200) {
                double scale = 1 / weight;
                sum *= scale;
                requests *= scale;
                active *= scale;
                tokens *= scale;
                weight = 1;
            }
            sum += weight;
            requests += weight * n;
            active += weight * Math.min(n, mostActive);
            tokens += weight * speed;
        }
        double blocking = weight / sum;
        return new OpenSystem(
                blocking,
                requests / sum,
                active / sum,
                1e9 * requests / sum / (arrivalsPerSecond * (1 - blocking)),
                tokens / sum);
    }
}
