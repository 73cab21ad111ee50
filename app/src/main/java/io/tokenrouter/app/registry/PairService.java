package io.tokenrouter.app.registry;

import io.tokenrouter.app.accounts.Actor;
import io.tokenrouter.app.accounts.AuditTrail;
import io.tokenrouter.app.persistence.Origin;
import io.tokenrouter.app.persistence.RegisteredModel;
import io.tokenrouter.app.persistence.RegisteredPair;
import io.tokenrouter.app.persistence.RegistryStore;
import io.tokenrouter.app.serving.ServedPolicy;
import io.tokenrouter.engine.api.EngineException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** Pairs as operators see and change them. Reading answers from memory; changes block, never on an event loop. */
public final class PairService {

    private final LiveRegistry live;
    private final RegistryStore store;
    private final AuditTrail audit;
    private final PairBuilder builder;
    private final Loads loads;
    private final Retirement retirement;
    private final ChangeLock changes;
    private final PolicyBook policies;

    /** @param changes lock of all changes of what is registered */
    PairService(
            LiveRegistry live,
            RegistryStore store,
            AuditTrail audit,
            PairBuilder builder,
            Loads loads,
            Retirement retirement,
            ChangeLock changes,
            PolicyBook policies) {
        this.live = live;
        this.store = store;
        this.audit = audit;
        this.builder = builder;
        this.loads = loads;
        this.retirement = retirement;
        this.changes = changes;
        this.policies = policies;
    }

    /** In the order of registration. */
    public List<PairStatus> all() {
        return List.copyOf(live.state().pairs().values());
    }

    public Optional<PairStatus> find(String id) {
        return Optional.ofNullable(live.state().pairs().get(id));
    }

    /** @throws RegistryRefusal INVALID or CONFLICT; then nothing was registered */
    public PairStatus register(Actor actor, PairRequest request) {
        Names.check("id", request.id());
        FitReport fit = builder.verified(request.smallId(), request.largeId(), request.roles());
        synchronized (changes) {
            Names.requireFree(request.id(), live.state());
            String policy = request.policyName() == null ? Plan.DEFAULT_POLICY : request.policyName();
            requirePolicy(policy);
            RegisteredPair[] made = new RegisteredPair[1];
            List<RegisteredModel> models = new ArrayList<>();
            store.together(() -> {
                store.putPair(
                        request.id(), request.smallId(), request.largeId(), request.roles(), policy, Origin.CONSOLE);
                made[0] = store.wantPair(request.id(), request.load());
                if (request.load()) {
                    made[0].modelIds().forEach(model -> models.add(store.wantModel(model, true)));
                }
                audit.record(actor, "pair.register", request.id(), null, facts(made[0]), request.reason());
            });
            live.change(state ->
                    with(models, state).with(PairStatus.unloaded(made[0]).with(fit)));
            if (request.load()) {
                startLoading(request.id());
            }
        }
        return find(request.id()).orElseThrow();
    }

    /** Serves a pair that is out of service, and loads its models for that; returns when that has begun. */
    public void load(Actor actor, String id, @Nullable String reason) {
        synchronized (changes) {
            PairStatus pair = require(id);
            if (!pair.state().isOut()) {
                throw RegistryRefusal.conflict("Pair '" + id + "' is " + word(pair.state()) + " already.");
            }
            requireSettledModels(pair);
            want(actor, pair, true, "pair.load", reason);
            startLoading(id);
        }
    }

    private void requireSettledModels(PairStatus pair) {
        for (String modelId : models(pair)) {
            ModelStatus model = live.state().models().get(modelId);
            if (model != null && model.state() == LifeState.DRAINING) {
                throw RegistryRefusal.conflict("Model '" + modelId + "' is draining; wait for its end.");
            }
        }
    }

    private void startLoading(String id) {
        PairStatus pair = require(id);
        List<String> toLoad = new ArrayList<>();
        live.change(state -> {
            RegistryState changed = state.with(pair.as(LifeState.LOADING, null));
            for (String modelId : models(pair)) {
                ModelStatus model = state.models().get(modelId);
                if (model != null && model.state().isOut()) {
                    changed = changed.with(model.as(LifeState.LOADING, null));
                    toLoad.add(modelId);
                }
            }
            return changed;
        });
        toLoad.forEach(loads::load);
        loads.link();
    }

    /**
     * Takes a pair out of service once its running requests have ended, and its models out of memory where no other pair uses them;
     * returns when that has begun. Ends a load.
     *
     * @param patience after which what still runs is cut off
     */
    public void drain(Actor actor, String id, Duration patience, @Nullable String reason) {
        synchronized (changes) {
            PairStatus pair = require(id);
            switch (pair.state()) {
                case SERVING, LOADING, FAILED -> {
                    want(actor, pair, false, "pair.drain", reason);
                    retire(pair, patience, false);
                }
                case UNLOADED, DRAINING ->
                    throw RegistryRefusal.conflict("Pair '" + id + "' is " + word(pair.state()) + " already.");
            }
        }
    }

    /**
     * Forgets a pair; one that serves takes no new requests from now on and goes when those that run have ended. Its models stay
     * registered.
     *
     * @param expected the version that the caller has seen; empty for whatever there is
     * @throws io.tokenrouter.app.persistence.StaleVersionException if it was changed meanwhile
     */
    public void delete(Actor actor, String id, OptionalLong expected, Duration patience, @Nullable String reason) {
        synchronized (changes) {
            PairStatus pair = require(id);
            Names.requireOwn(id, pair.registered().origin());
            if (pair.state() == LifeState.DRAINING) {
                throw RegistryRefusal.conflict("Pair '" + id + "' is draining; wait for its end.");
            }
            store.together(() -> {
                store.deletePair(id, expected);
                unwantModels(pair);
                audit.record(actor, "pair.remove", id, facts(pair.registered()), null, reason);
            });
            retire(pair, patience, true);
        }
    }

    /**
     * Gives a pair another policy, for requests that begin from now on.
     *
     * @param expected the version that the caller has seen; empty for whatever there is
     * @throws RegistryRefusal INVALID if there is no such policy, or the models of a pair that serves cannot run it
     * @throws io.tokenrouter.app.persistence.StaleVersionException if it was changed meanwhile
     */
    public PairStatus follow(
            Actor actor, String id, String policyName, OptionalLong expected, @Nullable String reason) {
        synchronized (changes) {
            PairStatus pair = require(id);
            requireFit(pair, requirePolicy(policyName));
            RegisteredPair[] changed = new RegisteredPair[1];
            store.together(() -> {
                changed[0] = store.follow(id, policyName, expected);
                audit.record(
                        actor,
                        "pair.policy",
                        id,
                        Map.of("policy", pair.registered().policyName()),
                        Map.of("policy", policyName),
                        reason);
            });
            live.change(state -> state.pair(id, p -> p.with(changed[0])));
        }
        return require(id);
    }

    private void retire(PairStatus pair, Duration patience, boolean andForget) {
        switch (pair.state()) {
            case SERVING -> {
                live.change(state -> state.pair(pair.id(), p -> p.as(LifeState.DRAINING, null)));
                retirement.retirePair(pair.id(), models(pair), patience, andForget);
            }
            case LOADING, FAILED, UNLOADED, DRAINING -> {
                live.change(state -> andForget
                        ? state.withoutPair(pair.id())
                        : state.pair(pair.id(), p -> p.as(LifeState.UNLOADED, null)));
                models(pair).stream().filter(this::isLoadingForNobody).forEach(loads::cancel);
            }
        }
    }

    private boolean isLoadingForNobody(String modelId) {
        ModelStatus model = live.state().models().get(modelId);
        return model != null
                && model.state() == LifeState.LOADING
                && live.state().pairs().values().stream()
                        .noneMatch(other -> other.holdsModels() && other.uses(modelId));
    }

    private void want(Actor actor, PairStatus pair, boolean wanted, String action, @Nullable String reason) {
        RegisteredPair[] changed = new RegisteredPair[1];
        List<RegisteredModel> models = new ArrayList<>();
        store.together(() -> {
            changed[0] = store.wantPair(pair.id(), wanted);
            if (wanted) {
                models(pair).forEach(model -> models.add(store.wantModel(model, true)));
            } else {
                models.addAll(unwantModels(pair));
            }
            audit.record(
                    actor, action, pair.id(), Map.of("state", word(pair.state())), Map.of("served", wanted), reason);
        });
        live.change(state -> with(models, state).pair(pair.id(), p -> p.with(changed[0])));
    }

    private static RegistryState with(List<RegisteredModel> models, RegistryState state) {
        RegistryState after = state;
        for (RegisteredModel model : models) {
            after = after.model(model.id(), m -> m.with(model));
        }
        return after;
    }

    /** Those that no other pair is to be served with. */
    private List<RegisteredModel> unwantModels(PairStatus pair) {
        return models(pair).stream()
                .filter(model -> live.state().pairs().values().stream()
                        .noneMatch(other -> !other.id().equals(pair.id())
                                && other.registered().wanted()
                                && other.uses(model)))
                .map(model -> store.wantModel(model, false))
                .toList();
    }

    private void requireFit(PairStatus pair, ServedPolicy policy) {
        try {
            policies.requireFit(pair, policy.spec());
        } catch (EngineException e) {
            throw RegistryRefusal.invalid("policy", String.valueOf(e.getMessage()));
        }
    }

    private ServedPolicy requirePolicy(String name) {
        return policies.find(name)
                .orElseThrow(() -> RegistryRefusal.invalid(
                        "policy",
                        "There is no policy '" + RegistryRefusal.shown(name) + "'; there are "
                                + String.join(", ", live.state().policies().keySet()) + "."));
    }

    private PairStatus require(String id) {
        return find(id).orElseThrow(() -> RegistryRefusal.notFound("pair", id));
    }

    private static List<String> models(PairStatus pair) {
        return pair.registered().modelIds();
    }

    private static String word(LifeState state) {
        return state == LifeState.SERVING ? "serving" : ModelService.word(state);
    }

    private static Map<String, Object> facts(RegisteredPair pair) {
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("small", pair.smallModelId());
        facts.put("large", pair.largeModelId());
        if (!pair.roles().isEmpty()) {
            facts.put("roles", pair.roles());
        }
        facts.put("policy", pair.policyName());
        facts.put("served", pair.wanted());
        return facts;
    }
}
