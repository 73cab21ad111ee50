package io.tokenrouter.app.registry;

import io.tokenrouter.engine.executor.ExecutorMemory;
import io.tokenrouter.engine.executor.OfferedDevice;
import org.jspecify.annotations.Nullable;

/**
 * Where a model would run now.
 *
 * @param device null for the processor
 * @param kvBytes for its KV cache
 * @param check what it would take there, and whether it fits
 * @param passedOver why it is the processor though there are GPUs, in one line; null where that is no question
 */
record Place(
        @Nullable OfferedDevice device,
        long kvBytes,
        MemoryCheck check,
        @Nullable String passedOver) {

    ExecutorMemory memory() {
        return check.needed();
    }

    @Nullable
    String refusal() {
        return check.refusal();
    }
}
