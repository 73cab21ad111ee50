package io.tokenrouter.engine.tuning;

import io.tokenrouter.engine.throughput.DeviceMode;
import io.tokenrouter.engine.throughput.ModelProfile;
import io.tokenrouter.engine.throughput.RoutingMatrix;
import io.tokenrouter.engine.throughput.Workload;
import java.util.List;
import java.util.stream.IntStream;

/**
 * What was measured at one moment, of the models that take part in the present traffic. The arrays belong to the record.
 *
 * @param requests active requests, a mean over the last second or so, at least 1
 * @param members numbers of the models in the group, rising
 * @param steps what their steps take
 * @param loads what the present requests make of them, for predictions
 * @param shares where their tokens send requests; rows sum to 1
 * @param errors standard errors of the shares
 * @param keptShare of all rows whose token stays, above 0 to 1
 * @param slowdown of steps that overlap, at least 1
 */
record Conditions(
        double requests,
        int[] members,
        List<StepTimeEstimate> steps,
        List<StepLoad> loads,
        double[][] shares,
        double[][] errors,
        double keptShare,
        double slowdown) {

    /** Above what a share has of models that were never seen together. */
    private static final double LEAST_SHARE = 0.005;

    int activeRequests() {
        return Math.max(1, (int) Math.round(requests));
    }

    /** Endless requests that keep the models as busy as those that were measured. */
    Workload workload(DeviceMode device) {
        RoutingMatrix routing = RoutingMatrix.of(shares).withKeptShare(keptShare);
        List<ModelProfile> profiles = IntStream.range(0, members.length)
                .mapToObj(i -> loads.get(i).on(steps.get(i).profile(), routing.meanCatchUp(i)))
                .toList();
        return new Workload(activeRequests(), profiles, routing, device);
    }

    /** Whether requests go between all members, so that all of them are one walk and not several that share devices. */
    boolean isOneWalk() {
        boolean[] met = new boolean[members.length];
        meet(0, met);
        for (boolean one : met) {
            if (!one) {
                return false;
            }
        }
        return true;
    }

    private void meet(int member, boolean[] met) {
        met[member] = true;
        for (int other = 0; other < met.length; other++) {
            if (!met[other] && Math.max(shares[member][other], shares[other][member]) > LEAST_SHARE) {
                meet(other, met);
            }
        }
    }
}
