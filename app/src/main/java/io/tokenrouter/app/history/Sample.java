package io.tokenrouter.app.history;

import java.time.Instant;
import java.util.List;

/** What all models and targets did in about ten seconds. */
record Sample(Instant startsAt, List<ModelSpan> models, List<TargetSpan> targets) {

    Sample {
        models = List.copyOf(models);
        targets = List.copyOf(targets);
    }
}
