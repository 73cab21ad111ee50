package io.tokenrouter.app.registry;

import io.tokenrouter.app.serving.Served;
import io.tokenrouter.app.serving.ServedModel;
import io.tokenrouter.app.serving.ServedPair;
import io.tokenrouter.app.serving.ServedPolicy;
import io.tokenrouter.app.serving.ServingCatalog;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What is served, in memory. */
final class Catalog implements ServingCatalog {

    private final List<Served> all;
    private final Map<String, Served> byId = new LinkedHashMap<>();
    private final Map<String, ServedPolicy> policies = new LinkedHashMap<>();

    Catalog(List<ServedModel> models, List<ServedPair> pairs, List<ServedPolicy> policies) {
        List<Served> served = new ArrayList<>(pairs);
        served.addAll(models);
        this.all = List.copyOf(served);
        all.forEach(target -> byId.put(target.id(), target));
        policies.forEach(policy -> this.policies.put(policy.name(), policy));
    }

    @Override
    public List<Served> all() {
        return all;
    }

    @Override
    public Optional<Served> find(String id) {
        return Optional.ofNullable(byId.get(id));
    }

    @Override
    public Optional<ServedPolicy> findPolicy(String name) {
        return Optional.ofNullable(policies.get(name));
    }
}
