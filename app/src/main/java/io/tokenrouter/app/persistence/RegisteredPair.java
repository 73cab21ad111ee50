package io.tokenrouter.app.persistence;

import java.time.Instant;

/**
 * A pair as the database has it.
 *
 * @param wanted whether a start serves it
 * @param version rises with every change of what is registered
 */
public record RegisteredPair(
        String id,
        String smallModelId,
        String largeModelId,
        String policyName,
        Origin origin,
        Instant createdAt,
        boolean wanted,
        long version) {}
