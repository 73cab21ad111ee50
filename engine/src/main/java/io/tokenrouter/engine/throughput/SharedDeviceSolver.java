package io.tokenrouter.engine.throughput;

/**
 * A small and a large model that take turns on one device, under the rule of {@link BatchingSettings.SharedThreshold}, for all
 * thresholds at once and exactly: between two steps of the large model the number of requests that wait for it only grows, and how
 * often each number is met does not depend on the threshold. Needs the large model to send every request back, and steps that take
 * all that wait. Any distribution of step times with the given means; O(N<sup>3/2</sup>) time for N requests.
 */
final class SharedDeviceSolver {

    /** [B] tokens per second with the large model started at B. */
    private final double[] tokensPerSecond;

    /** [B] mean rows of a step of the small and of the large model. */
    private final double[] smallBatch;

    private final double[] largeBatch;

    private SharedDeviceSolver(double[] tokensPerSecond, double[] smallBatch, double[] largeBatch) {
        this.tokensPerSecond = tokensPerSecond;
        this.smallBatch = smallBatch;
        this.largeBatch = largeBatch;
    }

    /** Whether the workload is of the kind that this solver is exact for, whatever its device. */
    static boolean fits(Workload workload) {
        return workload.models().size() == 2
                && workload.routing().probability(1, 1) == 0
                && workload.routing().probability(0, 1) > 0
                && workload.models().stream().allMatch(m -> m.maxBatch() >= workload.requests())
                && Workload.slowestFirst(workload.models())[0] == 1;
    }

    static SharedDeviceSolver solve(Workload workload) {
        if (!fits(workload)) {
            throw new IllegalArgumentException(
                    "needs two models, the second the slower one that sends every request back, and steps for all requests");
        }
        int requests = workload.requests();
        double[] small = meanStepTimes(workload, 0);
        double[] large = meanStepTimes(workload, 1);
        double toLarge = workload.routing().probability(0, 1);
        double[] met = new double[requests + 1];
        double[] time = new double[requests + 1];
        double[] tokens = new double[requests + 1];
        double[] smallSteps = new double[requests + 1];
        double[] largeTime = new double[requests + 1];
        double[] largeRows = new double[requests + 1];
        // changes from one threshold to the next of what is the same for many
        double[] allTime = new double[requests + 2];
        double[] allRows = new double[requests + 2];
        met[0] = 1;
        double timeSoFar = 0;
        double tokensSoFar = 0;
        double stepsSoFar = 0;
        for (int n = 0; n < requests; n++) {
            int rows = requests - n;
            Binomial routed = Binomial.of(rows, toLarge);
            double visits = met[n] / (1 - routed.at(0));
            timeSoFar += visits * small[rows];
            tokensSoFar += visits * rows;
            stepsSoFar += visits;
            time[n + 1] = timeSoFar;
            tokens[n + 1] = tokensSoFar;
            smallSteps[n + 1] = stepsSoFar;
            double jumpTime = 0;
            double jumpRows = 0;
            int first = n + Math.max(1, routed.from());
            for (int m = n + routed.to(); m >= first; m--) {
                double jump = visits * routed.at(m - n);
                met[m] += jump;
                jumpTime += jump * large[m];
                jumpRows += jump * m;
                largeTime[m] += jumpTime;
                largeRows[m] += jumpRows;
            }
            allTime[n + 1] += jumpTime;
            allTime[first] -= jumpTime;
            allRows[n + 1] += jumpRows;
            allRows[first] -= jumpRows;
        }
        for (int b = 1; b <= requests; b++) {
            allTime[b] += allTime[b - 1];
            allRows[b] += allRows[b - 1];
            largeTime[b] += allTime[b];
            largeRows[b] += allRows[b];
        }
        double[] tokensPerSecond = new double[requests + 1];
        double[] smallBatch = new double[requests + 1];
        for (int b = 1; b <= requests; b++) {
            tokensPerSecond[b] = 1e9 * (tokens[b] + largeRows[b]) / (time[b] + largeTime[b]);
            smallBatch[b] = tokens[b] / smallSteps[b];
        }
        return new SharedDeviceSolver(tokensPerSecond, smallBatch, largeRows);
    }

    /** With catch-up, whose mean is enough here: times add up, nothing waits for anything else. */
    private static double[] meanStepTimes(Workload workload, int model) {
        ModelProfile profile = workload.models().get(model);
        double catchUp = profile.nanosPerCatchUpToken() * workload.routing().meanCatchUp(model);
        double[] nanos = new double[workload.requests() + 1];
        for (int b = 1; b < nanos.length; b++) {
            nanos[b] = profile.stepTime().nanos(b) + catchUp * b;
        }
        return nanos;
    }

    /** The smallest of the thresholds with the highest throughput. */
    int bestThreshold() {
        int best = 1;
        for (int b = 2; b < tokensPerSecond.length; b++) {
            if (tokensPerSecond[b] > tokensPerSecond[best]) {
                best = b;
            }
        }
        return best;
    }

    /**
     * @param threshold 1 to the number of requests
     */
    double tokensPerSecond(int threshold) {
        return tokensPerSecond[threshold];
    }

    double smallBatch(int threshold) {
        return smallBatch[threshold];
    }

    double largeBatch(int threshold) {
        return largeBatch[threshold];
    }
}
