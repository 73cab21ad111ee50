package io.tokenrouter.app.registry;

import org.jspecify.annotations.Nullable;

/**
 * A part of a load.
 *
 * @param name for people
 * @param millis how long it took; null while it is not over
 * @param detail figures for people; null for none
 */
public record LoadStep(
        String name, @Nullable Long millis, @Nullable String detail) {}
