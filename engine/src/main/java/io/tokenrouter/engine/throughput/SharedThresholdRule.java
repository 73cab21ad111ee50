package io.tokenrouter.engine.throughput;

/**
 * One device, one step at a time: the slowest model runs on all that wait for it when enough do or nobody waits elsewhere; otherwise
 * the slowest of the others that has anything to do.
 */
final class SharedThresholdRule implements StartRule {

    private final Group group;
    private final BatchingSettings.SharedThreshold threshold;

    SharedThresholdRule(Group group, BatchingSettings.SharedThreshold threshold) {
        if (!group.isOneStepAtATime()) {
            throw new IllegalArgumentException("a shared threshold is for a device that runs one step at a time");
        }
        this.group = group;
        this.threshold = threshold;
    }

    /**
     * A first guess of the best threshold as a share of all requests, from fixed costs alone: {@code 1 - exp(-y)} where
     * {@code exp(y) - 1 - y = -ln(1 - toLarge) * ratio}. The economic order quantity of inventory theory, for small shares.
     *
     * @param toLarge probability that a token of the small model sends the request to the large one, 0 to below 1
     * @param ratio fixed time of a step of the large model, divided by that of the small one; 0 or more
     */
    static double economicShare(double toLarge, double ratio) {
        double target = -Math.log1p(-toLarge) * ratio;
        double low = 0;
        double high = 1 + Math.sqrt(2 * target) + Math.log1p(target);
        for (int i = 0; i < 100; i++) {
            double y = (low + high) / 2;
            if (Math.expm1(y) - y < target) {
                low = y;
            } else {
                high = y;
            }
        }
        return -Math.expm1(-(low + high) / 2);
    }

    @Override
    public int next(GroupState state) {
        int large = group.slowest();
        int waiting = state.waiting(large);
        int active = waiting + state.elsewhere(large);
        if (waiting > 0
                && waiting
                        >= Math.min(
                                threshold.threshold(active), group.model(large).maxBatch())) {
            return large;
        }
        for (int place = 1; place < group.models(); place++) {
            if (state.waiting(group.bySlowness(place)) > 0) {
                return group.bySlowness(place);
            }
        }
        return waiting > 0 ? large : NONE;
    }

    /** The device is never free while something waits, so every decision falls on the end of a step or an arrival. */
    @Override
    public long nanosToNextDecision(GroupState state) {
        return NEVER;
    }
}
