package io.tokenrouter.app.registry;

import org.jspecify.annotations.Nullable;

/**
 * Memory for the KV cache of one model.
 *
 * @param bytes that it gets, or would get where there is too little
 * @param refusal why it cannot have them and what to change, for people; null where it can
 */
record KvShare(long bytes, @Nullable String refusal) {}
