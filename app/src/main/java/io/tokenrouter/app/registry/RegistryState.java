package io.tokenrouter.app.registry;

import io.tokenrouter.app.serving.ServedPolicy;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * All that is registered, at one moment. Never changes.
 *
 * @param models by id, in the order of registration
 * @param pairs by id, in the order of registration
 * @param policies newest version by name
 */
record RegistryState(
        Map<String, ModelStatus> models, Map<String, PairStatus> pairs, Map<String, ServedPolicy> policies) {

    static final RegistryState EMPTY = new RegistryState(Map.of(), Map.of(), Map.of());

    boolean knows(String id) {
        return models.containsKey(id) || pairs.containsKey(id);
    }

    RegistryState with(ModelStatus model) {
        return new RegistryState(put(models, model.id(), model), pairs, policies);
    }

    RegistryState with(PairStatus pair) {
        return new RegistryState(models, put(pairs, pair.id(), pair), policies);
    }

    RegistryState with(ServedPolicy policy) {
        return new RegistryState(models, pairs, put(policies, policy.name(), policy));
    }

    /** The same where there is no such model any more. */
    RegistryState model(String id, UnaryOperator<ModelStatus> change) {
        ModelStatus model = models.get(id);
        return model == null ? this : with(change.apply(model));
    }

    /** The same where there is no such pair any more. */
    RegistryState pair(String id, UnaryOperator<PairStatus> change) {
        PairStatus pair = pairs.get(id);
        return pair == null ? this : with(change.apply(pair));
    }

    RegistryState withoutModel(String id) {
        return new RegistryState(without(models, id), pairs, policies);
    }

    RegistryState withoutPair(String id) {
        return new RegistryState(models, without(pairs, id), policies);
    }

    RegistryState withoutPolicy(String name) {
        return new RegistryState(models, pairs, without(policies, name));
    }

    private static <T> Map<String, T> put(Map<String, T> map, String key, T value) {
        Map<String, T> changed = new LinkedHashMap<>(map);
        changed.put(key, value);
        return changed;
    }

    private static <T> Map<String, T> without(Map<String, T> map, String key) {
        Map<String, T> changed = new LinkedHashMap<>(map);
        changed.remove(key);
        return changed;
    }
}
