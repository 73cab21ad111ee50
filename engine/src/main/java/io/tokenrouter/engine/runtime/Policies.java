package io.tokenrouter.engine.runtime;

import io.tokenrouter.engine.api.EngineException;
import io.tokenrouter.engine.api.GenerationRequest;
import io.tokenrouter.engine.api.PolicySpec;
import io.tokenrouter.engine.routing.Role;
import io.tokenrouter.engine.routing.RoutingAlgorithm;
import io.tokenrouter.engine.routing.RoutingAlgorithms;
import java.util.List;
import java.util.stream.Collectors;

/** Which algorithm decides for a request. */
record Policies(RoutingAlgorithms algorithms) {

    /**
     * The one that the request brings, or its target's.
     *
     * @throws EngineException INVALID_REQUEST if it may bring none, or brings one that is not valid
     */
    RoutingAlgorithm<?> of(GenerationRequest request, Target target) {
        PolicySpec policy = request.policy();
        return policy == null ? target.algorithm() : of(policy, target);
    }

    /**
     * One that is brought to a target.
     *
     * @throws EngineException INVALID_REQUEST if the target takes none, or the policy is not valid
     */
    RoutingAlgorithm<?> of(PolicySpec policy, Target target) {
        if (!target.pair()) {
            throw EngineException.invalid(
                    "routing.policy", "'" + target.id() + "' is a single model, its requests cannot bring a policy");
        }
        return algorithm(policy, target.id(), target.roles());
    }

    /**
     * @param pairId for the refusal
     * @param bound roles that have a model
     * @throws EngineException INVALID_REQUEST if the policy is not valid, or needs another role
     */
    RoutingAlgorithm<?> algorithm(PolicySpec policy, String pairId, List<Role> bound) {
        RoutingAlgorithm<?> algorithm = algorithms.create(policy);
        for (Role role : algorithm.spec().roles()) {
            if (!bound.contains(role)) {
                throw EngineException.invalid(
                        "routing.policy",
                        "policy '" + policy.algorithm() + "' needs a model in the role '" + role + "'; the roles of '"
                                + pairId + "' are "
                                + bound.stream().map(Role::name).collect(Collectors.joining(", ")));
            }
        }
        return algorithm;
    }
}
