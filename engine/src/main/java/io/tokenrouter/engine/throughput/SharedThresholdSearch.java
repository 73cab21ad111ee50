package io.tokenrouter.engine.throughput;

import java.util.ArrayList;
import java.util.List;

/**
 * The best thresholds of a device that takes turns, for the number of requests at hand and the powers of two below it: exactly where
 * {@link SharedDeviceSolver} fits, else by comparing some, from its fixed-cost estimate on.
 */
final class SharedThresholdSearch {

    /** A large model that keeps fewer requests than this is treated as one that keeps none, to find a threshold. */
    private static final double RARELY = 0.02;

    private static final int HALVINGS = 6;

    /** With more requests a chain takes longer than a simulation. */
    private static final int MOST_EXACT = 128;

    private final ThroughputModel model;
    private final Workload workload;

    /**
     * @param workload on a device that runs one step at a time
     */
    SharedThresholdSearch(ThroughputModel model, Workload workload) {
        this.model = model;
        this.workload = workload;
    }

    BatchingSettings.SharedThreshold best() {
        Workload simple = withoutRareStays();
        if (!SharedDeviceSolver.fits(simple)) {
            return BatchingSettings.SharedThreshold.of(workload.requests(), compared());
        }
        List<BatchingSettings.SharedThreshold.Point> points = new ArrayList<>();
        for (int requests = 1; requests < workload.requests(); requests *= 2) {
            points.add(point(simple.withRequests(requests)));
        }
        points.add(point(simple));
        return new BatchingSettings.SharedThreshold(points);
    }

    private static BatchingSettings.SharedThreshold.Point point(Workload workload) {
        int threshold = SharedDeviceSolver.solve(workload).bestThreshold();
        return new BatchingSettings.SharedThreshold.Point(workload.requests(), threshold);
    }

    private Workload withoutRareStays() {
        RoutingMatrix routing = workload.routing();
        if (routing.models() != 2 || routing.probability(1, 1) > RARELY) {
            return workload;
        }
        return new Workload(
                workload.requests(),
                workload.models(),
                RoutingMatrix.pair(routing.probability(0, 1), 1).withKeptShare(routing.keptShare()),
                workload.device());
    }

    /** Throughput has one maximum over the threshold: steps of half the size from the better side. */
    private int compared() {
        int requests = workload.requests();
        int best = Math.clamp(Math.round(requests * estimatedShare()), 1, requests);
        double bestRate = rate(best);
        int step = Math.max(1, best / 2);
        for (int i = 0; i < HALVINGS; i++) {
            int fewer = Math.max(1, best - step);
            int more = Math.min(requests, best + step);
            double fewerRate = fewer == best ? 0 : rate(fewer);
            double moreRate = more == best ? 0 : rate(more);
            if (Math.max(fewerRate, moreRate) > bestRate) {
                best = fewerRate > moreRate ? fewer : more;
                bestRate = Math.max(fewerRate, moreRate);
            }
            step = Math.max(1, step / 2);
        }
        return best;
    }

    private double estimatedShare() {
        int slowest = Workload.slowestFirst(workload.models())[0];
        int fastest = Workload.slowestFirst(workload.models())[workload.models().size() - 1];
        double toSlowest = workload.routing().visitShare(slowest);
        double ratio = workload.models().get(slowest).stepTime().nanos(1)
                / workload.models().get(fastest).stepTime().nanos(1);
        return toSlowest >= 1 ? 1 : SharedThresholdRule.economicShare(toSlowest, ratio);
    }

    private double rate(int threshold) {
        if (workload.requests() <= MOST_EXACT && SharedDeviceChain.fits(workload)) {
            return SharedDeviceChain.tokensPerSecond(workload, threshold);
        }
        BatchingSettings settings = BatchingSettings.SharedThreshold.of(workload.requests(), threshold);
        return model.evaluate(workload, BatchingChoice.of(settings, workload)).assuredTokensPerSecond();
    }
}
