package io.tokenrouter.app.registry;

import io.tokenrouter.engine.metrics.EngineMetrics;
import io.tokenrouter.engine.runtime.RoutingEngine;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes the models of a GPU that was lost out of service, and the pairs that have them; everything else goes on. They have failed from
 * that moment on, and can be loaded again, once nothing of them is left, wherever there is room. Safe from any thread.
 */
final class LostDevices implements EngineMetrics {

    private static final Logger log = LoggerFactory.getLogger(LostDevices.class);

    /** What such a request asks of the lost model ends it anyway; what it asks of others does not take long. */
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final LiveRegistry live;
    private final LoadedModels loaded;
    private final Map<String, CompletableFuture<Void>> leaving = new ConcurrentHashMap<>();

    /** Why models were lost that the engine had and nobody was served yet. */
    private final Map<String, String> early = new ConcurrentHashMap<>();

    private volatile @Nullable RoutingEngine engine;

    LostDevices(LiveRegistry live, LoadedModels loaded) {
        this.live = live;
        this.loaded = loaded;
    }

    /** The engine that tells of losses; before anything is loaded into it. */
    void attach(RoutingEngine tells) {
        engine = tells;
    }

    /** Returns at once: the thread that tells it is the one that ends the model's requests. */
    @Override
    public void modelLost(String modelId, String reason) {
        RoutingEngine from = engine;
        if (from != null) {
            Thread.ofVirtual().name("lost-" + modelId).start(() -> takeOut(from, modelId, reason));
        }
    }

    /** Whether a model was lost that is still on its way into service. */
    boolean hasEarly(String modelId) {
        return early.containsKey(modelId);
    }

    /** A model serves from now on. */
    void serves(String modelId) {
        String reason = early.remove(modelId);
        if (reason != null) {
            modelLost(modelId, reason);
        }
    }

    /** Waits until nothing is left of a model that was lost before. */
    void awaitGone(String modelId) {
        CompletableFuture<Void> end = leaving.get(modelId);
        if (end != null) {
            end.join();
        }
    }

    private void takeOut(RoutingEngine from, String modelId, String reason) {
        List<String> models = new ArrayList<>();
        List<String> pairs = new ArrayList<>();
        CompletableFuture<Void> end = new CompletableFuture<>();
        live.change(state -> {
            // decided within the change: nobody may load one of them before it is noted that it leaves
            models.addAll(modelsThatGo(state, modelId));
            ModelStatus itself = state.models().get(modelId);
            if (itself != null && itself.state() == LifeState.LOADING) {
                early.put(modelId, reason);
            }
            models.forEach(id -> leaving.put(id, end));
            RegistryState changed = state;
            for (PairStatus pair : state.pairs().values()) {
                String gone = models.stream().filter(pair::uses).findFirst().orElse(null);
                if (gone != null && pair.state() == LifeState.SERVING) {
                    pairs.add(pair.id());
                }
                if (gone != null && (pair.state() == LifeState.SERVING || pair.state() == LifeState.LOADING)) {
                    changed = changed.with(
                            pair.as(LifeState.FAILED, "its model " + gone + " lost its device: " + reason));
                }
            }
            for (String id : models) {
                changed = changed.model(id, model -> model.as(LifeState.FAILED, "its device was lost: " + reason));
            }
            return changed;
        });
        try {
            if (!models.isEmpty()) {
                log.warn("Not served any more: models {}, pairs {}: {}", models, pairs, reason);
            }
            pairs.forEach(id -> attempt(id, () -> from.removePair(id, PATIENCE)));
            models.forEach(id -> attempt(id, () -> from.removeModel(id, PATIENCE)));
            models.forEach(id -> attempt(id, () -> loaded.close(id)));
        } finally {
            models.forEach(id -> leaving.remove(id, end));
            end.complete(null);
        }
    }

    /** Those that serve on the same device; a model that is being unloaded is on its way already. */
    private static List<String> modelsThatGo(RegistryState state, String lostId) {
        ModelStatus lost = state.models().get(lostId);
        String device = lost == null ? null : device(lost);
        return state.models().values().stream()
                .filter(model -> model.state() == LifeState.SERVING)
                .filter(model -> model.id().equals(lostId) || device != null && device.equals(device(model)))
                .map(ModelStatus::id)
                .toList();
    }

    private static @Nullable String device(ModelStatus model) {
        return model.facts() != null && model.facts().memory() instanceof OnDevice there ? there.device() : null;
    }

    private static void attempt(String id, Runnable part) {
        try {
            part.run();
        } catch (RuntimeException | Error e) {
            log.warn("{} was not taken out of service as it should after its device was lost", id, e);
        }
    }
}
