package io.tokenrouter.engine.subserver;

/** Goes whenever the model is idle and something waits. */
public final class GreedyPolicy implements BatchingPolicy {

    @Override
    public Decision decide(QueueState state, long nowNanos) {
        return Go.NOW;
    }
}
