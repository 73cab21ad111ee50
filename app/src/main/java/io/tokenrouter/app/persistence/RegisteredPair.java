package io.tokenrouter.app.persistence;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A pair as the database has it.
 *
 * @param wanted whether a start serves it
 * @param version rises with every change of what is registered
 * @param roles models beside the small and the large one, by role; in the order of the roles' names
 */
public record RegisteredPair(
        String id,
        String smallModelId,
        String largeModelId,
        String policyName,
        Origin origin,
        Instant createdAt,
        boolean wanted,
        long version,
        Map<String, String> roles) {

    public RegisteredPair {
        roles = Collections.unmodifiableSortedMap(new TreeMap<>(roles));
    }

    /** Of two models. */
    public RegisteredPair(
            String id,
            String smallModelId,
            String largeModelId,
            String policyName,
            Origin origin,
            Instant createdAt,
            boolean wanted,
            long version) {
        this(id, smallModelId, largeModelId, policyName, origin, createdAt, wanted, version, Map.of());
    }

    /** Ids of all its models: the small one, the large one, the others. */
    public List<String> modelIds() {
        List<String> ids = new ArrayList<>(List.of(smallModelId, largeModelId));
        ids.addAll(roles.values());
        return ids;
    }
}
