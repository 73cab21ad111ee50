package io.tokenrouter.ui;

import io.tokenrouter.engine.metrics.EngineSnapshot;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** What moves on a page: rates between two snapshots, counts of the newer one. */
record LiveFigures(List<Model> models) {

    /**
     * One model.
     *
     * @param tokensPerSecond committed tokens that it wrote
     * @param running rows in the step that runs now
     * @param waiting rows that wait for a step
     */
    record Model(String id, double tokensPerSecond, int running, int waiting) {}

    /** A model that the older snapshot does not know has no rate yet and is left out. */
    static LiveFigures between(EngineSnapshot before, EngineSnapshot after) {
        double seconds = (after.atNanos() - before.atNanos()) / 1e9;
        if (seconds <= 0) {
            return new LiveFigures(List.of());
        }
        Map<String, EngineSnapshot.Model> known =
                before.models().stream().collect(Collectors.toMap(EngineSnapshot.Model::id, Function.identity()));
        return new LiveFigures(after.models().stream()
                .filter(model -> known.containsKey(model.id()))
                .map(model -> figures(known.get(model.id()), model, seconds))
                .toList());
    }

    private static Model figures(EngineSnapshot.Model before, EngineSnapshot.Model after, double seconds) {
        // a model loaded again under its id starts to count anew
        long written = Math.max(0, after.writtenTokens() - before.writtenTokens());
        return new Model(after.id(), written / seconds, after.running(), after.waiting());
    }
}
