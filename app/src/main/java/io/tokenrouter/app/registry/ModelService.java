package io.tokenrouter.app.registry;

import io.tokenrouter.app.accounts.Actor;
import io.tokenrouter.app.accounts.AuditTrail;
import io.tokenrouter.app.persistence.Origin;
import io.tokenrouter.app.persistence.RegisteredModel;
import io.tokenrouter.app.persistence.RegistryStore;
import io.tokenrouter.engine.catalog.ModelInspection;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Models as operators see and change them. Reading answers from memory; changes and {@link #inspect} block, never on an event loop.
 */
public final class ModelService {

    private final LiveRegistry live;
    private final RegistryStore store;
    private final AuditTrail audit;
    private final ModelFolders folders;
    private final Inspections inspections;
    private final Places places;
    private final MemoryProbe memory;
    private final Loads loads;
    private final Retirement retirement;
    private final ChangeLock changes;

    /** @param changes lock of all changes of what is registered */
    ModelService(
            LiveRegistry live,
            RegistryStore store,
            AuditTrail audit,
            ModelFolders folders,
            Inspections inspections,
            Places places,
            MemoryProbe memory,
            Loads loads,
            Retirement retirement,
            ChangeLock changes) {
        this.live = live;
        this.store = store;
        this.audit = audit;
        this.folders = folders;
        this.inspections = inspections;
        this.places = places;
        this.memory = memory;
        this.loads = loads;
        this.retirement = retirement;
        this.changes = changes;
    }

    /** In the order of registration. */
    public List<ModelStatus> all() {
        return List.copyOf(live.state().models().values());
    }

    public Optional<ModelStatus> find(String id) {
        return Optional.ofNullable(live.state().models().get(id));
    }

    /** Rises with every change of any model or pair, their states included. */
    public long revision() {
        return live.revision();
    }

    /**
     * What a file says and what it would take, with nothing registered.
     *
     * @throws RegistryRefusal INVALID that names the field
     */
    public FileReport inspect(@Nullable String path, @Nullable String hubId, @Nullable Long kvBytes) {
        Path file = folders.resolve(path, hubId);
        return report(file, path == null ? "hub_id" : "path", kvBytes);
    }

    private FileReport report(Path file, String field, @Nullable Long kvBytes) {
        try {
            ModelInspection inspection = inspections.of(file);
            Place place = places.find(inspection, kvBytes, new Promised(), memory);
            return new FileReport(file, ModelFacts.of(inspection, place.memory()), place.check());
        } catch (UnusableFile e) {
            throw RegistryRefusal.invalid(field, "The file cannot be used: " + e.getMessage());
        } catch (IllegalArgumentException e) {
            throw RegistryRefusal.invalid("kv_mib", "Not enough: " + e.getMessage() + ".");
        }
    }

    /** GGUF files and Hugging Face folders in the allowed folders that no registered model uses. */
    public List<Path> unregisteredFiles() {
        List<Path> used = all().stream().map(model -> model.registered().file()).toList();
        return folders.files().stream().filter(file -> !used.contains(file)).toList();
    }

    public List<Path> allowedFolders() {
        return folders.folders();
    }

    /** @throws RegistryRefusal INVALID or CONFLICT; then nothing was registered */
    public ModelStatus register(Actor actor, ModelRequest request) {
        Names.check("id", request.id());
        FileReport file = inspect(request.path(), request.hubId(), request.kvBytes());
        synchronized (changes) {
            Names.requireFree(request.id(), live.state());
            RegisteredModel[] made = new RegisteredModel[1];
            store.together(() -> {
                store.putModel(request.id(), file.file(), Origin.CONSOLE, request.kvBytes());
                made[0] = store.wantModel(request.id(), request.load());
                audit.record(actor, "model.register", request.id(), null, facts(made[0]), request.reason());
            });
            live.change(state -> state.with(ModelStatus.unloaded(made[0]).with(file.facts())));
            if (request.load()) {
                startLoading(request.id());
            }
        }
        return find(request.id()).orElseThrow();
    }

    /** Loads a model that is out of memory; returns when that has begun. */
    public void load(Actor actor, String id, @Nullable String reason) {
        synchronized (changes) {
            ModelStatus model = require(id);
            if (!model.state().isOut()) {
                throw RegistryRefusal.conflict("Model '" + id + "' is " + word(model.state()) + " already.");
            }
            want(actor, model, true, "model.load", reason);
            startLoading(id);
        }
    }

    private void startLoading(String id) {
        live.change(state -> {
            RegistryState changed = state.model(id, m -> m.as(LifeState.LOADING, null));
            for (PairStatus pair : state.pairs().values()) {
                if (pair.state().isOut() && pair.registered().wanted() && pair.uses(id)) {
                    changed = changed.with(pair.as(LifeState.LOADING, null));
                }
            }
            return changed;
        });
        try {
            loads.load(id);
        } catch (RegistryRefusal busy) {
            live.change(state -> state.model(id, m -> m.as(LifeState.FAILED, busy.getMessage())));
            throw busy;
        }
    }

    /**
     * Takes a model out of memory once its running requests have ended; returns when that has begun. Ends a load.
     *
     * @param patience after which what still runs is cut off
     * @throws RegistryRefusal CONFLICT while a pair uses it
     */
    public void unload(Actor actor, String id, Duration patience, @Nullable String reason) {
        synchronized (changes) {
            ModelStatus model = require(id);
            requireUnused(id);
            switch (model.state()) {
                case LOADING -> {
                    want(actor, model, false, "model.unload", reason);
                    loads.cancel(id);
                }
                case SERVING -> {
                    want(actor, model, false, "model.unload", reason);
                    live.change(state -> state.model(id, m -> m.as(LifeState.DRAINING, null)));
                    retirement.retireModel(id, patience, false);
                }
                case FAILED -> want(actor, model, false, "model.unload", reason);
                case UNLOADED, DRAINING ->
                    throw RegistryRefusal.conflict("Model '" + id + "' is " + word(model.state()) + " already.");
            }
        }
    }

    /**
     * Forgets a model; one that serves takes no new requests from now on and goes when those that run have ended. Its file stays.
     *
     * @param expected the version that the caller has seen; empty for whatever there is
     * @throws io.tokenrouter.app.persistence.StaleVersionException if it was changed meanwhile
     */
    public void delete(Actor actor, String id, OptionalLong expected, Duration patience, @Nullable String reason) {
        synchronized (changes) {
            ModelStatus model = require(id);
            Names.requireOwn(id, model.registered().origin());
            List<String> pairs = live.state().pairs().values().stream()
                    .filter(pair -> pair.uses(id))
                    .map(PairStatus::id)
                    .toList();
            if (!pairs.isEmpty()) {
                throw RegistryRefusal.conflict(
                        "Model '" + id + "' belongs to " + String.join(", ", pairs) + "; remove the pair first.");
            }
            if (model.state() == LifeState.LOADING || model.state() == LifeState.DRAINING) {
                throw RegistryRefusal.conflict("Model '" + id + "' is " + word(model.state()) + "; wait for its end.");
            }
            store.together(() -> {
                store.deleteModel(id, expected);
                audit.record(actor, "model.remove", id, facts(model.registered()), null, reason);
            });
            if (model.state() == LifeState.SERVING) {
                live.change(state -> state.model(id, m -> m.as(LifeState.DRAINING, null)));
                retirement.retireModel(id, patience, true);
            } else {
                live.change(state -> state.withoutModel(id));
            }
        }
    }

    private void want(Actor actor, ModelStatus model, boolean wanted, String action, @Nullable String reason) {
        RegisteredModel[] changed = new RegisteredModel[1];
        store.together(() -> {
            changed[0] = store.wantModel(model.id(), wanted);
            audit.record(
                    actor, action, model.id(), Map.of("state", word(model.state())), Map.of("loaded", wanted), reason);
        });
        live.change(state -> state.model(model.id(), m -> m.with(changed[0])));
    }

    private void requireUnused(String id) {
        List<String> users = live.state().pairs().values().stream()
                .filter(pair -> pair.holdsModels() && pair.uses(id))
                .map(PairStatus::id)
                .toList();
        if (!users.isEmpty()) {
            throw RegistryRefusal.conflict(
                    "Model '" + id + "' is used by " + String.join(", ", users) + "; drain the pair first.");
        }
    }

    private ModelStatus require(String id) {
        return find(id).orElseThrow(() -> RegistryRefusal.notFound("model", id));
    }

    static String word(LifeState state) {
        return switch (state) {
            case UNLOADED -> "unloaded";
            case LOADING -> "loading";
            case SERVING -> "loaded";
            case DRAINING -> "draining";
            case FAILED -> "failed";
        };
    }

    private static Map<String, Object> facts(RegisteredModel model) {
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("file", model.file().toString());
        facts.put("origin", model.origin().name().toLowerCase(Locale.ROOT));
        if (model.kvBytes() != null) {
            facts.put("kv_bytes", model.kvBytes());
        }
        facts.put("loaded", model.wanted());
        return facts;
    }
}
