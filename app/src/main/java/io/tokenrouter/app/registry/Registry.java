package io.tokenrouter.app.registry;

import io.tokenrouter.app.Startup;
import io.tokenrouter.app.StartupException;
import io.tokenrouter.app.cli.ServeOptions;
import io.tokenrouter.app.persistence.RegisteredModel;
import io.tokenrouter.app.persistence.RegisteredPair;
import io.tokenrouter.app.persistence.RegistryStore;
import io.tokenrouter.app.serving.ServedPolicy;
import io.tokenrouter.engine.api.PolicySpec;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Brings what is registered into the engine when the server starts: loads the models, checks the pairs, and only then keeps
 * what is new in the database. From then on the database is the truth, and options of later starts only add to it.
 */
final class Registry {

    private static final PolicySpec DEFAULT_POLICY =
            new PolicySpec("uncertainty", Map.of("metric", "entropy", "enter", 0.2));

    private final RegistryStore store;
    private final LiveRegistry live;
    private final StartLoads loads;
    private final PairLinks links;

    Registry(RegistryStore store, LiveRegistry live, StartLoads loads, PairLinks links) {
        this.store = store;
        this.live = live;
        this.loads = loads;
        this.links = links;
    }

    /** @throws StartupException if something that this start asks for cannot be served */
    void start(ServeOptions options, Startup startup) {
        store.putPolicyIfAbsent(Plan.DEFAULT_POLICY, DEFAULT_POLICY);
        List<RegisteredModel> models = store.models();
        List<RegisteredPair> pairs = store.pairs();
        Plan plan = Plan.of(models, pairs, options);
        describe(plan, models, pairs);
        store.policies()
                .forEach(policy -> live.change(
                        state -> state.with(new ServedPolicy(policy.name(), policy.version(), policy.spec()))));
        loads.run(plan.models().values(), startup);
        links.advance();
        for (Plan.Pair pair : plan.pairs().values()) {
            PairStatus status = live.state().pairs().get(pair.id());
            if (pair.required() && status.state() != LifeState.SERVING) {
                throw new StartupException("pair " + pair.id() + ": " + status.reason());
            }
        }
        save(plan);
    }

    private void describe(Plan plan, List<RegisteredModel> models, List<RegisteredPair> pairs) {
        Instant now = Instant.now();
        Map<String, RegisteredModel> knownModels = byId(models, RegisteredModel::id);
        Map<String, RegisteredPair> knownPairs = byId(pairs, RegisteredPair::id);
        for (Plan.Model model : plan.models().values()) {
            RegisteredModel known = knownModels.get(model.id());
            ModelStatus status = ModelStatus.unloaded(new RegisteredModel(
                    model.id(),
                    model.file(),
                    model.origin(),
                    known == null ? now : known.createdAt(),
                    model.wanted(),
                    known == null ? null : known.kvBytes(),
                    known == null ? 1 : known.version()));
            live.change(state -> state.with(model.wanted() ? status.as(LifeState.LOADING, null) : status));
        }
        for (Plan.Pair pair : plan.pairs().values()) {
            RegisteredPair known = knownPairs.get(pair.id());
            PairStatus status = PairStatus.unloaded(new RegisteredPair(
                    pair.id(),
                    pair.smallId(),
                    pair.largeId(),
                    pair.policyName(),
                    pair.origin(),
                    known == null ? now : known.createdAt(),
                    pair.wanted(),
                    known == null ? 1 : known.version(),
                    pair.roles()));
            live.change(state -> state.with(pair.wanted() ? status.as(LifeState.LOADING, null) : status));
        }
    }

    private void save(Plan plan) {
        for (Plan.Model model : plan.models().values()) {
            if (model.required()) {
                store.together(() -> {
                    store.putModel(model.id(), model.file(), model.origin(), null);
                    RegisteredModel stored = store.wantModel(model.id(), true);
                    live.change(state -> state.model(model.id(), m -> m.with(stored)));
                });
            }
        }
        for (Plan.Pair pair : plan.pairs().values()) {
            if (pair.required()) {
                store.together(() -> {
                    store.putPair(
                            pair.id(), pair.smallId(), pair.largeId(), pair.roles(), pair.policyName(), pair.origin());
                    RegisteredPair stored = store.wantPair(pair.id(), true);
                    live.change(state -> state.pair(pair.id(), p -> p.with(stored)));
                });
            }
        }
    }

    private static <T> Map<String, T> byId(List<T> all, Function<T, String> id) {
        return all.stream().collect(Collectors.toMap(id, Function.identity()));
    }
}
