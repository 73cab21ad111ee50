package io.tokenrouter.app.history;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** What models and targets did, in their order. */
record Spans(List<ModelSpan> models, List<TargetSpan> targets) {

    Spans {
        models = List.copyOf(models);
        targets = List.copyOf(targets);
    }

    /** Just after the newest begins; empty if there are none. */
    Optional<Instant> end() {
        return Stream.concat(
                        models.stream().map(ModelSpan::startsAt),
                        targets.stream().map(TargetSpan::startsAt))
                .max(Instant::compareTo)
                .map(newest -> newest.plusMillis(1));
    }

    Spans plus(Spans other) {
        return new Spans(
                Stream.concat(models.stream(), other.models.stream()).toList(),
                Stream.concat(targets.stream(), other.targets.stream()).toList());
    }

    /** The sum of the spans of each step, which begins at a multiple of its length. */
    Spans by(long stepSeconds) {
        record Key(String name, Instant startsAt) {}
        Map<Key, ModelSpan> modelSums = new LinkedHashMap<>();
        for (ModelSpan span : models) {
            Instant start = Resolution.floor(span.startsAt(), stepSeconds);
            modelSums.merge(new Key(span.model(), start), span.startingAt(start), ModelSpan::plus);
        }
        Map<Key, TargetSpan> targetSums = new LinkedHashMap<>();
        for (TargetSpan span : targets) {
            Instant start = Resolution.floor(span.startsAt(), stepSeconds);
            targetSums.merge(new Key(span.target(), start), span.startingAt(start), TargetSpan::plus);
        }
        return new Spans(List.copyOf(modelSums.values()), List.copyOf(targetSums.values()));
    }
}
