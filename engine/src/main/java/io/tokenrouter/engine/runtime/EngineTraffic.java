package io.tokenrouter.engine.runtime;

import io.tokenrouter.engine.subserver.Subserver;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

/**
 * What tuning asks about an engine's load.
 *
 * @param models all of this moment
 */
record EngineTraffic(Admission admission, Supplier<List<Subserver>> models) implements Traffic {

    @Override
    public List<Subserver> subservers() {
        return models.get();
    }

    @Override
    public int running() {
        return admission.running(target -> true);
    }

    @Override
    public int running(Set<String> ids) {
        return admission.running(target -> target.models().stream().anyMatch(model -> ids.contains(model.id())));
    }

    @Override
    public long written(Set<String> ids) {
        return models.get().stream()
                .filter(model -> ids.contains(model.id()))
                .mapToLong(model -> model.counters().writtenTokens())
                .sum();
    }
}
