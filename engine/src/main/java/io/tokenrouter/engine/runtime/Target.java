package io.tokenrouter.engine.runtime;

import io.tokenrouter.engine.api.TextEncoder;
import io.tokenrouter.engine.api.Vocabulary;
import io.tokenrouter.engine.executor.ExecutorSpec;
import io.tokenrouter.engine.routing.Role;
import io.tokenrouter.engine.routing.RoutingAlgorithm;
import io.tokenrouter.engine.subserver.Subserver;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * What a request can name: a pair or a single model. Each role is known by its index here.
 *
 * @param id as requests name it
 * @param models one for each role
 * @param vocabularies one for each role; they agree on every id's text
 * @param text ids of texts in the vocabulary of all of them
 * @param algorithm decides who writes, unless a request brings another
 * @param pair false for a single model, whose requests cannot bring a policy
 */
record Target(
        String id,
        List<Role> roles,
        List<Subserver> models,
        List<Vocabulary> vocabularies,
        TextEncoder text,
        RoutingAlgorithm<?> algorithm,
        boolean pair) {

    Target {
        roles = List.copyOf(roles);
        models = List.copyOf(models);
        vocabularies = List.copyOf(vocabularies);
    }

    /** What ids stand for. */
    Vocabulary vocabulary() {
        return vocabularies.getFirst();
    }

    /** Ids that end a turn by the file of any of the models. */
    Set<Integer> endIds() {
        return vocabularies.stream()
                .flatMap(vocabulary -> vocabulary.endIds().stream())
                .collect(Collectors.toUnmodifiableSet());
    }

    String modelId(int role) {
        return models.get(role).id();
    }

    /** Counts of the roles under the ids of their models, in the order of the roles. */
    Map<String, Integer> byModel(int[] counts) {
        Map<String, Integer> named = new LinkedHashMap<>();
        for (int role = 0; role < counts.length; role++) {
            named.put(modelId(role), counts[role]);
        }
        return named;
    }

    ExecutorSpec spec(int role) {
        return models.get(role).executor().spec();
    }

    /** Most ids of prompt and answer that the model of a role can hold: its context, or its whole KV pool if that is smaller. */
    int capacity(int role) {
        ExecutorSpec spec = spec(role);
        return (int) Math.min(spec.contextLength(), (long) spec.blockCount() * spec.blockSize());
    }

    /** {@link #capacity(int)} of every role. */
    Map<Role, Integer> capacities() {
        return IntStream.range(0, roles.size())
                .boxed()
                .collect(Collectors.toUnmodifiableMap(roles::get, this::capacity));
    }

    /** Sampled and fed ids are below. */
    int idLimit() {
        int limit = Integer.MAX_VALUE;
        for (int role = 0; role < models.size(); role++) {
            int fed =
                    Math.min(spec(role).vocabularySize(), vocabularies.get(role).size());
            limit = Math.min(limit, fed);
        }
        return limit;
    }
}
