package io.tokenrouter.bench.batching;

import io.tokenrouter.engine.subserver.GroupPlan;
import io.tokenrouter.engine.throughput.BatchingChoice;
import io.tokenrouter.engine.throughput.BatchingSettings;
import io.tokenrouter.engine.throughput.DeviceMode;
import io.tokenrouter.engine.throughput.ModelProfile;
import io.tokenrouter.engine.throughput.ThroughputModel;
import io.tokenrouter.engine.throughput.Workload;
import java.util.Arrays;
import java.util.List;

/** What is compared: the plan of a choice, and the baselines as choices. */
final class Plans {

    private Plans() {}

    /** Every step as soon as something waits and the device is free. */
    static BatchingChoice greedy(Workload workload) {
        return BatchingChoice.of(new BatchingSettings.Greedy(), workload);
    }

    /** A step of the small model, then one of the large model on all that it is to write. */
    static BatchingChoice lockstep(Workload workload) {
        return greedy(workload.withDevice(new DeviceMode.OneStepAtATime()));
    }

    /**
     * @param models what steps cost, without what prompts add to them
     */
    static GroupPlan of(BatchingChoice choice, List<ModelProfile> models, Workload workload, String reason) {
        return new GroupPlan(
                choice.settings(),
                models,
                workload.routing(),
                choice.device(),
                Arrays.stream(ThroughputModel.guardNanos(workload.models()))
                        .boxed()
                        .toList(),
                choice.trims(),
                reason);
    }

    /** The settings for people, as short as a table needs them. */
    static String inWords(BatchingChoice choice, Workload workload) {
        String settings = switch (choice.settings()) {
            case BatchingSettings.Greedy ignored -> "greedy";
            case BatchingSettings.MinimumBatch minimum -> "minimum batch " + minimum.models();
            case BatchingSettings.IndexHold hold -> "hold " + hold.theta();
            case BatchingSettings.SharedThreshold threshold -> "threshold " + threshold.threshold(workload.requests());
        };
        return choice.isTrimmed() ? settings + ", trimmed" : settings;
    }
}
