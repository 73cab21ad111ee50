package io.tokenrouter.app.registry;

import java.nio.file.Path;

/**
 * A model file that is not registered yet.
 *
 * @param file with all links followed
 * @param check whether there is memory for it now
 */
public record FileReport(Path file, ModelFacts facts, MemoryCheck check) {}
