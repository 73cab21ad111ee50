package io.tokenrouter.app.registry;

import io.tokenrouter.engine.catalog.LoadedModel;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Models in memory. Each is closed once, after the engine let go of it. Safe from any thread. */
final class LoadedModels implements AutoCloseable {

    private final Map<String, LoadedModel> byId = new LinkedHashMap<>();

    synchronized void add(LoadedModel model) {
        byId.put(model.id(), model);
    }

    synchronized Optional<LoadedModel> find(String id) {
        return Optional.ofNullable(byId.get(id));
    }

    /** Frees one; does nothing where that was done already. */
    void close(String id) {
        LoadedModel model;
        synchronized (this) {
            model = byId.remove(id);
        }
        if (model != null) {
            model.close();
        }
    }

    @Override
    public synchronized void close() {
        byId.values().forEach(LoadedModel::close);
        byId.clear();
    }
}
