package io.tokenrouter.app.registry;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A pair that somebody wants to register.
 *
 * @param smallId id of a registered model
 * @param largeId id of another one
 * @param roles further models by role
 * @param policyName a registered policy; null for the usual one
 * @param load whether it is served at once
 * @param reason for the audit trail
 */
public record PairRequest(
        String id,
        String smallId,
        String largeId,
        Map<String, String> roles,
        @Nullable String policyName,
        boolean load,
        @Nullable String reason) {

    public PairRequest {
        roles = Map.copyOf(roles);
    }
}
