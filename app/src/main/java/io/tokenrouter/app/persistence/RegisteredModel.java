package io.tokenrouter.app.persistence;

import java.nio.file.Path;
import java.time.Instant;

/** A model as the database has it. */
public record RegisteredModel(String id, Path file, Origin origin, Instant createdAt) {}
