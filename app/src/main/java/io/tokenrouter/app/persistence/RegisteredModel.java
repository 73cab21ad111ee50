package io.tokenrouter.app.persistence;

import java.nio.file.Path;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A model as the database has it.
 *
 * @param wanted whether a start loads it
 * @param kvBytes memory for its KV cache; null for a share of what there is for all models
 * @param version rises with every change of what is registered
 */
public record RegisteredModel(
        String id,
        Path file,
        Origin origin,
        Instant createdAt,
        boolean wanted,
        @Nullable Long kvBytes,
        long version) {}
