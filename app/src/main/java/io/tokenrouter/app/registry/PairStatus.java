package io.tokenrouter.app.registry;

import io.tokenrouter.app.persistence.RegisteredPair;
import org.jspecify.annotations.Nullable;

/**
 * A registered pair as it is at this moment.
 *
 * @param reason why it is in this state, for people; null where the state says all
 * @param fit whether its models fit each other; null where that was not found out yet
 */
public record PairStatus(
        RegisteredPair registered,
        LifeState state,
        @Nullable String reason,
        @Nullable FitReport fit) {

    static PairStatus unloaded(RegisteredPair pair) {
        return new PairStatus(pair, LifeState.UNLOADED, null, null);
    }

    public String id() {
        return registered.id();
    }

    boolean uses(String modelId) {
        return registered.modelIds().contains(modelId);
    }

    /** Whether its models have to stay in memory for it. */
    boolean holdsModels() {
        return !state.isOut();
    }

    PairStatus as(LifeState next, @Nullable String why) {
        return new PairStatus(registered, next, why, fit);
    }

    PairStatus with(RegisteredPair changed) {
        return new PairStatus(changed, state, reason, fit);
    }

    PairStatus with(FitReport report) {
        return new PairStatus(registered, state, reason, report);
    }
}
