package io.tokenrouter.app.persistence;

import io.tokenrouter.engine.api.PolicySpec;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One content that a policy had or has.
 *
 * @param author who saved it; null for versions of older servers
 * @param reason that was given; null for none
 * @param restores the version whose content a roll-back brought back; null for any other
 */
public record PolicyVersion(
        String name,
        int version,
        PolicySpec spec,
        Instant savedAt,
        @Nullable String author,
        @Nullable String reason,
        @Nullable Integer restores) {}
