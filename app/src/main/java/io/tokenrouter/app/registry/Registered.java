package io.tokenrouter.app.registry;

import io.tokenrouter.app.serving.ServedPolicy;
import java.util.List;
import java.util.Map;

/**
 * The outcome of a start.
 *
 * @param plan all that is registered
 * @param catalog what of it is served
 * @param policies the registered ones
 * @param failures id of a model or pair that is not served, to the reason
 */
record Registered(Plan plan, Catalog catalog, List<ServedPolicy> policies, Map<String, String> failures) {

    Registered {
        policies = List.copyOf(policies);
        failures = Map.copyOf(failures);
    }
}
