package io.tokenrouter.ui;

import java.util.Collection;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * How a model that answers alone is drawn: with the mark of the role that it has in a pair; one that is in no pair as small.
 *
 * @param large ids of models that are the large one of a pair
 */
record ModelRoles(Set<String> large) {

    ModelRoles {
        large = Set.copyOf(large);
    }

    static ModelRoles in(Collection<PairView> pairs) {
        return new ModelRoles(pairs.stream().map(PairView::largeId).collect(Collectors.toSet()));
    }

    /** {@code small} or {@code large}. */
    String of(String model) {
        return large.contains(model) ? "large" : "small";
    }
}
