package io.tokenrouter.bench.batching;

import io.tokenrouter.engine.throughput.ModelProfile;
import io.tokenrouter.engine.throughput.StepTimeCurve;
import java.util.List;

/** What the runtime adds to the time of a step: from the decision to the executor, and from there to the next queue; ns. */
record HandOff(double perStep, double perRow) {

    static final HandOff NONE = new HandOff(0, 0);

    /** Step times as the runtime will see them, which is how it measures them when it tunes itself. */
    List<ModelProfile> addedTo(List<ModelProfile> models) {
        return models.stream().map(this::addedTo).toList();
    }

    private ModelProfile addedTo(ModelProfile model) {
        StepTimeCurve bare = model.stepTime();
        return new ModelProfile(
                StepTimeCurve.of(bare.maxBatch(), rows -> bare.nanos(rows) + perStep + perRow * rows),
                model.nanosPerCatchUpToken(),
                model.noise(),
                model.maxBatch());
    }
}
