package io.tokenrouter.app.history;

import io.tokenrouter.engine.metrics.EngineSnapshot;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What each model did between two samples, to the last token: also one that was loaded, or let go, or both, between them. Used by
 * one thread.
 */
final class ModelLedger {

    private final Supplier<List<EngineSnapshot.Model>> gone;
    private final Map<String, ModelFigures> told = new HashMap<>();
    private final Map<String, ModelFigures> left = new HashMap<>();

    /** @param gone models that the engine let go of since the last call, with their last figures */
    ModelLedger(Supplier<List<EngineSnapshot.Model>> gone) {
        this.gone = gone;
    }

    /** What each did since the last call. */
    Map<String, ModelFigures> take(EngineSnapshot now) {
        for (EngineSnapshot.Model last : gone.get()) {
            left.merge(last.id(), since(told.remove(last.id()), ModelFigures.of(last)), ModelFigures::plus);
        }
        Map<String, ModelFigures> more = new HashMap<>(left);
        for (EngineSnapshot.Model model : now.models()) {
            // of one that went meanwhile the snapshot may be older than its last figures; where it came anew they are
            // told next time
            if (!left.containsKey(model.id())) {
                ModelFigures all = ModelFigures.of(model);
                more.put(model.id(), since(told.put(model.id(), all), all));
            }
        }
        left.clear();
        return more;
    }

    private static ModelFigures since(@Nullable ModelFigures before, ModelFigures all) {
        return before == null ? all : all.since(before);
    }
}
