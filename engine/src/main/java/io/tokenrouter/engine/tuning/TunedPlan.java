package io.tokenrouter.engine.tuning;

import io.tokenrouter.engine.throughput.BucketTrim;
import io.tokenrouter.engine.throughput.DeviceMode;
import io.tokenrouter.engine.throughput.ModelProfile;
import io.tokenrouter.engine.throughput.RoutingMatrix;
import java.util.List;

/**
 * What a scheduler needs in order to follow a schedule. Lists have an entry for each model of the group.
 *
 * @param schedule what to do
 * @param models step times; a model without traffic counts as the fastest
 * @param loaded the same with the prompts, catch-up and pauses of the present requests, for predictions
 * @param routing where requests go
 * @param device whether steps may overlap
 * @param guardNanos how long a request may be held at most, above 0
 * @param trims rows that a step takes of those that wait
 * @param reason a sentence for people: why this schedule
 */
public record TunedPlan(
        Schedule schedule,
        List<ModelProfile> models,
        List<ModelProfile> loaded,
        RoutingMatrix routing,
        DeviceMode device,
        List<Long> guardNanos,
        List<BucketTrim> trims,
        String reason) {

    public TunedPlan {
        models = List.copyOf(models);
        loaded = List.copyOf(loaded);
        guardNanos = List.copyOf(guardNanos);
        trims = List.copyOf(trims);
    }
}
