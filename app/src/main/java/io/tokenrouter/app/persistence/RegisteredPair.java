package io.tokenrouter.app.persistence;

import java.time.Instant;

/** A pair as the database has it. */
public record RegisteredPair(
        String id, String smallModelId, String largeModelId, String policyName, Origin origin, Instant createdAt) {}
