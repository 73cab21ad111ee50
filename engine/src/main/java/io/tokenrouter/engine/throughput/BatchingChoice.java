package io.tokenrouter.engine.throughput;

import java.util.Collections;
import java.util.List;

/**
 * How a group of models may be run.
 *
 * @param settings when steps begin
 * @param device whether steps of one device overlap or take turns
 * @param trims for each model how many of the waiting rows a step takes
 */
public record BatchingChoice(BatchingSettings settings, DeviceMode device, List<BucketTrim> trims) {

    public BatchingChoice {
        trims = List.copyOf(trims);
    }

    /** Steps that take all that wait, on the device as it is. */
    public static BatchingChoice of(BatchingSettings settings, Workload workload) {
        return new BatchingChoice(
                settings,
                workload.device(),
                Collections.nCopies(workload.models().size(), BucketTrim.NONE));
    }

    /** Whether any model leaves rows behind to fill a size with a better rate. */
    public boolean isTrimmed() {
        return trims.stream().anyMatch(trim -> trim != BucketTrim.NONE);
    }

    BatchingChoice withTrims(List<BucketTrim> others) {
        return new BatchingChoice(settings, device, others);
    }
}
