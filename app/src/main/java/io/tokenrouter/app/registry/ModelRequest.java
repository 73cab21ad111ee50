package io.tokenrouter.app.registry;

import org.jspecify.annotations.Nullable;

/**
 * A model that somebody wants to register.
 *
 * @param path absolute path of a GGUF file, of a folder with one, or of a Hugging Face folder; null where the hub id says it
 * @param hubId {@code owner/name} of the local cache of the Hugging Face hub; null where the path says it
 * @param kvBytes memory for its KV cache; null for a share of what there is
 * @param load whether it is loaded at once
 * @param reason for the audit trail
 */
public record ModelRequest(
        String id,
        @Nullable String path,
        @Nullable String hubId,
        @Nullable Long kvBytes,
        boolean load,
        @Nullable String reason) {}
