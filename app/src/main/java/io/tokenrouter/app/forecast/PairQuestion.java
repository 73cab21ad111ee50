package io.tokenrouter.app.forecast;

import io.tokenrouter.engine.throughput.DeviceMode;
import io.tokenrouter.engine.throughput.ModelProfile;
import io.tokenrouter.engine.throughput.RoutingMatrix;
import io.tokenrouter.engine.throughput.Workload;
import java.util.List;
import java.util.OptionalDouble;

/**
 * What would this pair do?
 *
 * @param largeShare share of an answer's tokens that the large model writes, 0 to 1
 * @param back probability that a token of the large model is followed by one of the small model, above 0, at most 1
 * @param p99LimitMillis settings count only if 99 of 100 gaps between steps of a request are at most as long
 * @param leftOut roles of further models, whose steps the answer does not know
 */
public record PairQuestion(
        double largeShare,
        double back,
        ModelProfile small,
        ModelProfile large,
        DeviceMode device,
        OptionalDouble p99LimitMillis,
        List<String> leftOut) {

    /** Most requests that a question may be about. */
    public static final int MOST_REQUESTS = 4096;

    public PairQuestion {
        leftOut = List.copyOf(leftOut);
        if (!(largeShare >= 0 && largeShare <= 1) || !(back > 0 && back <= 1)) {
            throw new IllegalArgumentException("the large model's share is 0 to 1 and the way back above 0 to 1, not "
                    + largeShare + " and " + back);
        }
    }

    /** About a pair of two models. */
    public PairQuestion(
            double largeShare,
            double back,
            ModelProfile small,
            ModelProfile large,
            DeviceMode device,
            OptionalDouble p99LimitMillis) {
        this(largeShare, back, small, large, device, p99LimitMillis, List.of());
    }

    /**
     * @param requests active at once, 1 to {@link #MOST_REQUESTS}
     */
    Workload workload(int requests) {
        RoutingMatrix routing = RoutingMatrix.pair(routed(), back).withKeptShare(kept());
        return new Workload(requests, List.of(small, large), routing, device);
    }

    /**
     * Probability that a token of the small model is replaced by the large model: from
     * {@code share = routed / (routed + back (1 - routed))}.
     */
    private double routed() {
        return largeShare * back / (1 - largeShare + largeShare * back);
    }

    /** Tokens that an answer keeps, per row of a step: a token that the large model replaces took a row of each. */
    double kept() {
        RoutingMatrix routing = RoutingMatrix.pair(routed(), back);
        return 1 - routing.visitShare(0) * routed();
    }
}
