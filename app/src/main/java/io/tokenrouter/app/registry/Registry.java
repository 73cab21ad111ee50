package io.tokenrouter.app.registry;

import io.tokenrouter.app.Startup;
import io.tokenrouter.app.StartupException;
import io.tokenrouter.app.cli.ServeOptions;
import io.tokenrouter.app.persistence.RegisteredModel;
import io.tokenrouter.app.persistence.RegisteredPair;
import io.tokenrouter.app.persistence.RegistryStore;
import io.tokenrouter.app.serving.ServedPolicy;
import io.tokenrouter.engine.api.PolicySpec;
import io.tokenrouter.engine.model.ModelConfig;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings what is registered into the engine when the server starts: loads the models, checks the pairs, and only then keeps
 * what is new in the database. From then on the database is the truth, and options of later starts only add to it.
 */
final class Registry {

    private static final Logger log = LoggerFactory.getLogger(Registry.class);

    private static final PolicySpec DEFAULT_POLICY =
            new PolicySpec("uncertainty", Map.of("metric", "entropy", "enter", 0.2));

    private final RegistryStore store;
    private final LiveRegistry live;
    private final Inspections inspections;
    private final LoadWork work;
    private final PairLinks links;

    Registry(RegistryStore store, LiveRegistry live, Inspections inspections, LoadWork work, PairLinks links) {
        this.store = store;
        this.live = live;
        this.inspections = inspections;
        this.work = work;
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
        loadModels(plan, options.kvMemoryBytes(), startup);
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
                    known == null ? 1 : known.version()));
            live.change(state -> state.with(pair.wanted() ? status.as(LifeState.LOADING, null) : status));
        }
    }

    private void loadModels(Plan plan, long kvMemoryBytes, Startup startup) {
        Map<String, ModelConfig> sharing = new LinkedHashMap<>();
        for (Plan.Model model : plan.models().values()) {
            RegisteredModel registered = registered(model);
            if (model.wanted() && registered.kvBytes() == null) {
                attempt(
                        model,
                        () -> sharing.put(
                                model.id(),
                                inspections.of(model.file()).description().config()));
            }
        }
        Map<String, Long> shares = KvBudget.divide(kvMemoryBytes, sharing);
        for (Plan.Model model : plan.models().values()) {
            RegisteredModel registered = registered(model);
            if (live.state().models().get(model.id()).state() == LifeState.LOADING) {
                startup.begins("Loading " + model.id());
                attempt(
                        model,
                        () -> work.load(registered, file -> shares.getOrDefault(model.id(), 1L), () -> {
                            startup.verifyWanted();
                            return false;
                        }));
            }
        }
    }

    private RegisteredModel registered(Plan.Model model) {
        return live.state().models().get(model.id()).registered();
    }

    private void attempt(Plan.Model model, Runnable work) {
        try {
            work.run();
        } catch (UnusableFile e) {
            String reason = "model " + model.id() + ": " + e.getMessage();
            if (model.required()) {
                throw new StartupException(reason);
            }
            log.warn("Not served: {} ({})", reason, model.file());
            live.change(state -> state.model(model.id(), m -> m.as(LifeState.FAILED, e.getMessage())));
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
                    store.putPair(pair.id(), pair.smallId(), pair.largeId(), pair.policyName(), pair.origin());
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
