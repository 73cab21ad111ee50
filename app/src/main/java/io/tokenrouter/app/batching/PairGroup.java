package io.tokenrouter.app.batching;

import io.tokenrouter.app.serving.ServedPair;
import io.tokenrouter.engine.subserver.GroupPlan;
import io.tokenrouter.engine.subserver.GroupShape;
import io.tokenrouter.engine.throughput.BatchingChoice;
import io.tokenrouter.engine.throughput.BatchingSettings;
import io.tokenrouter.engine.throughput.DeviceMode;
import io.tokenrouter.engine.throughput.ModelProfile;
import java.util.List;

/**
 * A pair within the group of models that are decided upon together.
 *
 * @param reason why it does what it does, a sentence for people
 * @param together ids of all pairs of the group, in the order in which they were registered
 */
record PairGroup(ServedPair pair, GroupShape shape, GroupPlan plan, String reason, List<String> together) {

    /** No step of a model takes less; a plan without measured step times has shorter ones. */
    private static final double LEAST_NANOS = 1000;

    PairGroup {
        together = List.copyOf(together);
    }

    int small() {
        return shape.models().indexOf(pair.smallId());
    }

    int large() {
        return shape.models().indexOf(pair.largeId());
    }

    ModelProfile profile(int model) {
        return plan.models().get(model);
    }

    /** The same with the prompts, catch-up and pauses of the present requests. */
    ModelProfile loaded(int model) {
        return plan.loaded().get(model);
    }

    boolean isMeasured(int model) {
        return profile(model).stepTime().nanos(1) >= LEAST_NANOS;
    }

    /** Whether the step times of both models are known. */
    boolean isMeasured() {
        return isMeasured(small()) && isMeasured(large());
    }

    /** Whether these two are the only models of the group whose steps matter at present. */
    boolean isAlone() {
        for (int model = 0; model < shape.models().size(); model++) {
            if (model != small() && model != large() && isMeasured(model)) {
                return false;
            }
        }
        return true;
    }

    boolean oneStepAtATime() {
        return shape.oneStepAtATime() || plan.device() instanceof DeviceMode.OneStepAtATime;
    }

    /** The settings in force as they concern the pair's two models. */
    BatchingSettings settings() {
        return ofPair(plan.settings());
    }

    /** Settings of the group as they concern the pair's two models. */
    BatchingSettings ofPair(BatchingSettings settings) {
        return settings instanceof BatchingSettings.MinimumBatch(var rules)
                ? new BatchingSettings.MinimumBatch(List.of(rules.get(small()), rules.get(large())))
                : settings;
    }

    /** The same as a choice that can be predicted for the pair alone. */
    BatchingChoice choice() {
        return new BatchingChoice(
                settings(),
                plan.device(),
                List.of(plan.trims().get(small()), plan.trims().get(large())));
    }
}
