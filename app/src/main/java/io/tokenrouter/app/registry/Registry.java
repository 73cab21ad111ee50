package io.tokenrouter.app.registry;

import io.tokenrouter.app.Startup;
import io.tokenrouter.app.StartupException;
import io.tokenrouter.app.cli.ServeOptions;
import io.tokenrouter.app.persistence.RegisteredModel;
import io.tokenrouter.app.persistence.RegisteredPair;
import io.tokenrouter.app.persistence.RegisteredPolicy;
import io.tokenrouter.app.persistence.RegistryStore;
import io.tokenrouter.app.serving.ServedModel;
import io.tokenrouter.app.serving.ServedPair;
import io.tokenrouter.app.serving.ServedPolicy;
import io.tokenrouter.engine.api.EngineException;
import io.tokenrouter.engine.api.PolicySpec;
import io.tokenrouter.engine.catalog.LoadedModel;
import io.tokenrouter.engine.catalog.PairCompatibility;
import io.tokenrouter.engine.runtime.RoutingEngine;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings what is registered into the engine when the server starts: loads the models, checks the pairs, and only then keeps
 * what is new in the database.
 */
final class Registry {

    private static final Logger log = LoggerFactory.getLogger(Registry.class);

    private static final PolicySpec DEFAULT_POLICY =
            new PolicySpec("uncertainty", Map.of("metric", "entropy", "enter", 0.2));

    private final RegistryStore store;
    private final ModelLoading loading;
    private final RoutingEngine engine;
    private final Map<String, String> failures = new LinkedHashMap<>();

    Registry(RegistryStore store, ModelLoading loading, RoutingEngine engine) {
        this.store = store;
        this.loading = loading;
        this.engine = engine;
    }

    /**
     * @return what is served and what is not
     * @throws StartupException if something that this start asks for cannot be served
     */
    Registered start(ServeOptions options, Startup startup) {
        store.putPolicyIfAbsent(Plan.DEFAULT_POLICY, DEFAULT_POLICY);
        Plan plan = Plan.of(store.models(), store.pairs(), options);
        Map<String, RegisteredPolicy> policies = new LinkedHashMap<>();
        store.policies().forEach(policy -> policies.put(policy.name(), policy));

        LoadedModels models = loading.load(plan.models().values(), options.kvMemoryBytes(), startup, this::failed);
        for (Plan.Pair pair : plan.pairs().values()) {
            addPair(pair, models, policies);
        }
        save(plan);
        return describe(plan, models, policies);
    }

    private void addPair(Plan.Pair pair, LoadedModels models, Map<String, RegisteredPolicy> policies) {
        Optional<LoadedModel> small = models.find(pair.smallId());
        Optional<LoadedModel> large = models.find(pair.largeId());
        if (small.isEmpty() || large.isEmpty()) {
            String missing = small.isEmpty() ? pair.smallId() : pair.largeId();
            failed(pair.id(), "pair " + pair.id() + ": its model " + missing + " is not loaded", pair.required());
            return;
        }
        Optional<String> difference =
                PairCompatibility.of(small.get(), large.get()).difference();
        if (difference.isPresent()) {
            failed(pair.id(), "pair " + pair.id() + ": " + difference.get(), pair.required());
            return;
        }
        try {
            engine.addPair(
                    pair.id(),
                    pair.smallId(),
                    pair.largeId(),
                    policies.get(pair.policyName()).spec());
        } catch (EngineException | IllegalArgumentException e) {
            failed(pair.id(), "pair " + pair.id() + ": " + e.getMessage(), pair.required());
        }
    }

    private void failed(String id, String reason, boolean required) {
        if (required) {
            throw new StartupException(reason);
        }
        log.warn("Not served: {}", reason);
        failures.put(id, reason);
    }

    private void save(Plan plan) {
        for (Plan.Model model : plan.models().values()) {
            if (model.required()) {
                store.putModel(model.id(), model.file(), model.origin());
            }
        }
        for (Plan.Pair pair : plan.pairs().values()) {
            if (pair.required()) {
                store.putPair(pair.id(), pair.smallId(), pair.largeId(), pair.policyName(), pair.origin());
            }
        }
    }

    private Registered describe(Plan plan, LoadedModels models, Map<String, RegisteredPolicy> policies) {
        Map<String, Instant> created = new LinkedHashMap<>();
        for (RegisteredModel model : store.models()) {
            created.put(model.id(), model.createdAt());
        }
        Map<String, Instant> pairsCreated = new LinkedHashMap<>();
        for (RegisteredPair pair : store.pairs()) {
            pairsCreated.put(pair.id(), pair.createdAt());
        }
        List<ServedModel> servedModels = new ArrayList<>();
        for (Plan.Model model : plan.models().values()) {
            models.find(model.id()).ifPresent(loaded -> servedModels.add(served(loaded, created.get(model.id()))));
        }
        List<ServedPair> servedPairs = new ArrayList<>();
        for (Plan.Pair pair : plan.pairs().values()) {
            if (!failures.containsKey(pair.id())) {
                servedPairs.add(served(
                        pair,
                        models.find(pair.smallId()).orElseThrow(),
                        models.find(pair.largeId()).orElseThrow(),
                        policies.get(pair.policyName()),
                        pairsCreated.get(pair.id())));
            }
        }
        List<ServedPolicy> servedPolicies =
                policies.values().stream().map(Registry::served).toList();
        return new Registered(plan, new Catalog(servedModels, servedPairs, servedPolicies), servedPolicies, failures);
    }

    private static ServedModel served(LoadedModel model, Instant created) {
        return new ServedModel(
                model.id(),
                created.getEpochSecond(),
                model.tokenizer(),
                model.chatTemplate(),
                model.executor().spec().contextLength(),
                model.description());
    }

    private static ServedPair served(
            Plan.Pair pair, LoadedModel small, LoadedModel large, RegisteredPolicy policy, Instant created) {
        return new ServedPair(
                pair.id(),
                created.getEpochSecond(),
                pair.smallId(),
                pair.largeId(),
                served(policy),
                small.tokenizer(),
                small.chatTemplate(),
                Math.min(
                        small.executor().spec().contextLength(),
                        large.executor().spec().contextLength()));
    }

    private static ServedPolicy served(RegisteredPolicy policy) {
        return new ServedPolicy(policy.name(), policy.version(), policy.spec());
    }
}
