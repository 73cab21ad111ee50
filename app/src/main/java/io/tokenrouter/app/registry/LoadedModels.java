package io.tokenrouter.app.registry;

import io.tokenrouter.engine.catalog.LoadedModel;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Models in memory; closed after the engine that uses them. Filled by one thread while the server starts. */
final class LoadedModels implements AutoCloseable {

    private final Map<String, LoadedModel> byId = new LinkedHashMap<>();

    void add(LoadedModel model) {
        byId.put(model.id(), model);
    }

    Optional<LoadedModel> find(String id) {
        return Optional.ofNullable(byId.get(id));
    }

    @Override
    public void close() {
        byId.values().forEach(LoadedModel::close);
    }
}
