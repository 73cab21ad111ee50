package io.tokenrouter.engine.runtime;

import io.tokenrouter.engine.api.Vocabulary;
import io.tokenrouter.engine.routing.Role;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * Which model of a pair has which role: the small one, the large one, then others by the names of their roles.
 *
 * @param modelIds one for each role
 */
record PairRoles(List<Role> roles, List<String> modelIds) {

    /** The place of the large model. */
    private static final int LARGE = 1;

    PairRoles {
        roles = List.copyOf(roles);
        modelIds = List.copyOf(modelIds);
        if (new HashSet<>(roles).size() != roles.size()) {
            throw new IllegalArgumentException("a role is bound twice: " + roles);
        }
        if (new HashSet<>(modelIds).size() != modelIds.size()) {
            throw new IllegalArgumentException("a model of a pair has one role: " + modelIds);
        }
    }

    /** Requests may go from one model to the other. */
    record Link(String smallId, String largeId) {}

    /** @param further model ids by role */
    static PairRoles of(String smallId, String largeId, Map<String, String> further) {
        List<Role> roles = new ArrayList<>(List.of(Role.SMALL, Role.LARGE));
        List<String> models = new ArrayList<>(List.of(smallId, largeId));
        new TreeMap<>(further).forEach((role, model) -> {
            roles.add(new Role(role));
            models.add(model);
        });
        return new PairRoles(roles, models);
    }

    static PairRoles of(Target pair) {
        return new PairRoles(
                pair.roles(),
                IntStream.range(0, pair.roles().size()).mapToObj(pair::modelId).toList());
    }

    /** What makes one group of them; all others count as smaller than the large model. */
    List<Link> links() {
        String large = modelIds.get(LARGE);
        return modelIds.stream()
                .filter(model -> !model.equals(large))
                .map(model -> new Link(model, large))
                .toList();
    }

    /** @throws IllegalArgumentException if the model at a place has another number of ids than the first */
    void requireOneVocabulary(int place, Vocabulary first, Vocabulary other) {
        if (first.size() != other.size()) {
            throw new IllegalArgumentException("the models of a pair need one vocabulary: '" + modelIds.getFirst()
                    + "' has " + first.size() + " ids, '" + modelIds.get(place) + "' has " + other.size());
        }
    }
}
