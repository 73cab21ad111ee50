package io.tokenrouter.engine.subserver;

import java.time.Duration;

/**
 * All requests in lockstep, as a baseline: the small model steps when all its generations are back, the large one when the
 * small model's step is over, until all are back again.
 */
public final class LockstepPolicies {

    /** A bound on each hold, far above any step, in case a generation never comes back. */
    private static final BatchingPolicy.Decision HOLD =
            new BatchingPolicy.Wait(Duration.ofSeconds(1).toNanos());

    private LockstepPolicies() {}

    /** For the model that begins each round. */
    public static BatchingPolicy leading() {
        return (state, now) -> state.elsewhere() == 0 || isOverdue(state, now) ? BatchingPolicy.Go.NOW : HOLD;
    }

    /** For the models that are visited within a round. */
    public static BatchingPolicy following() {
        return (state, now) -> state.othersInStep() == 0 || isOverdue(state, now) ? BatchingPolicy.Go.NOW : HOLD;
    }

    private static boolean isOverdue(BatchingPolicy.QueueState state, long now) {
        return now - state.oldestReadyNanos() > Duration.ofSeconds(10).toNanos();
    }
}
