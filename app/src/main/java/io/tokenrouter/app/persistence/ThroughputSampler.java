package io.tokenrouter.app.persistence;

import io.tokenrouter.engine.metrics.EngineSnapshot;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Turns snapshots of the engine, taken at intervals, into samples. Used by one thread. */
final class ThroughputSampler {

    private @Nullable EngineSnapshot last;

    /** Samples of all models since the call before; none at the first call. A model that is new begins with the next call. */
    List<ThroughputSample> sample(EngineSnapshot now, Instant at) {
        EngineSnapshot before = last;
        last = now;
        if (before == null || now.atNanos() <= before.atNanos()) {
            return List.of();
        }
        double seconds = (now.atNanos() - before.atNanos()) / 1e9;
        Map<String, EngineSnapshot.Model> known =
                before.models().stream().collect(Collectors.toMap(EngineSnapshot.Model::id, Function.identity()));
        return now.models().stream()
                .filter(model -> known.containsKey(model.id()))
                .map(model -> ThroughputSample.between(known.get(model.id()), model, seconds, at))
                .toList();
    }
}
