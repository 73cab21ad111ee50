package io.tokenrouter.app.registry;

import io.tokenrouter.engine.runtime.RoutingEngine;
import java.time.Duration;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Takes pairs and models out of service while their running requests end. Each has a thread of its own that waits. */
final class Retirement {

    private static final Logger log = LoggerFactory.getLogger(Retirement.class);

    private final LiveRegistry live;
    private final RoutingEngine engine;
    private final LoadedModels loaded;

    Retirement(LiveRegistry live, RoutingEngine engine, LoadedModels loaded) {
        this.live = live;
        this.engine = engine;
        this.loaded = loaded;
    }

    /**
     * Retires a pair that is DRAINING, then those of these models that no pair holds.
     *
     * @param patience after which what still runs is cut off
     */
    void retirePair(String pairId, List<String> modelIds, Duration patience, boolean andForget) {
        start(pairId, () -> {
            engine.removePair(pairId, patience);
            live.change(state ->
                    andForget ? state.withoutPair(pairId) : state.pair(pairId, p -> p.as(LifeState.UNLOADED, null)));
            for (String modelId : modelIds) {
                if (begin(modelId)) {
                    removeModel(modelId, patience, false);
                }
            }
        });
    }

    /** Retires a model that is DRAINING. */
    void retireModel(String modelId, Duration patience, boolean andForget) {
        start(modelId, () -> removeModel(modelId, patience, andForget));
    }

    /** False where the model serves somebody else. */
    private boolean begin(String modelId) {
        boolean[] begun = {false};
        live.change(state -> {
            ModelStatus model = state.models().get(modelId);
            boolean isHeld = state.pairs().values().stream().anyMatch(pair -> pair.holdsModels() && pair.uses(modelId));
            begun[0] = model != null && model.state() == LifeState.SERVING && !isHeld;
            return begun[0] ? state.with(model.as(LifeState.DRAINING, null)) : state;
        });
        return begun[0];
    }

    private void removeModel(String modelId, Duration patience, boolean andForget) {
        engine.removeModel(modelId, patience);
        loaded.close(modelId);
        live.change(state ->
                andForget ? state.withoutModel(modelId) : state.model(modelId, m -> m.as(LifeState.UNLOADED, null)));
    }

    private static void start(String id, Runnable work) {
        Thread.ofVirtual().name("retire-" + id).start(() -> {
            try {
                work.run();
            } catch (RuntimeException e) {
                log.error("{} was not taken out of service as it should", id, e);
            }
        });
    }
}
