package io.tokenrouter.app.registry;

import org.jspecify.annotations.Nullable;

/**
 * A pair that somebody wants to register.
 *
 * @param smallId id of a registered model
 * @param largeId id of another one
 * @param policyName a registered policy; null for the usual one
 * @param load whether it is served at once
 * @param reason for the audit trail
 */
public record PairRequest(
        String id,
        String smallId,
        String largeId,
        @Nullable String policyName,
        boolean load,
        @Nullable String reason) {}
