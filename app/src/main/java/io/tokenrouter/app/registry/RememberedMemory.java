package io.tokenrouter.app.registry;

import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** The memory that there was when it was first asked for, so that many questions cost one look. For one thread. */
final class RememberedMemory extends MemoryProbe {

    private final MemoryProbe probe;
    private @Nullable Long free;
    private @Nullable Long freeAfterCollection;
    private @Nullable OptionalLong available;

    RememberedMemory(MemoryProbe probe) {
        this.probe = probe;
    }

    @Override
    long freeHeap() {
        if (free == null) {
            free = probe.freeHeap();
        }
        return free;
    }

    @Override
    long freeHeapAfterCollection() {
        if (freeAfterCollection == null) {
            freeAfterCollection = probe.freeHeapAfterCollection();
        }
        return freeAfterCollection;
    }

    @Override
    OptionalLong available() {
        if (available == null) {
            available = probe.available();
        }
        return available;
    }
}
