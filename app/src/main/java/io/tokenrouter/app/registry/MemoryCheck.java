package io.tokenrouter.app.registry;

import io.tokenrouter.engine.executor.cpu.CpuMemory;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * What a model would take, and what there is. Bytes.
 *
 * @param freeHeap of the Java heap
 * @param available for the mapped weights; null where the system does not say
 * @param refusal why it does not fit and what to change, for people; null where it fits
 */
public record MemoryCheck(
        CpuMemory needed,
        long freeHeap,
        @Nullable Long available,
        @Nullable String refusal) {

    /** The heap keeps this much for requests. */
    private static final double USABLE = 0.9;

    static MemoryCheck of(CpuMemory needed, MemoryProbe probe) {
        long free = probe.freeHeap();
        if (needed.heap() > free * USABLE) {
            free = probe.freeHeapAfterCollection();
        }
        OptionalLong available = probe.available();
        return new MemoryCheck(
                needed,
                free,
                available.isPresent() ? (Long) available.getAsLong() : null,
                refusal(needed, free, available));
    }

    MemoryCheck refusedFor(String reason) {
        return new MemoryCheck(needed, freeHeap, available, reason);
    }

    private static @Nullable String refusal(CpuMemory needed, long free, OptionalLong available) {
        if (needed.heap() > free * USABLE) {
            return "not enough memory: " + mebibytes(needed.heap()) + " of Java heap needed ("
                    + mebibytes(needed.keysAndValues()) + " of them for the KV cache), " + mebibytes(free)
                    + " free, of which a tenth is kept. Choose a smaller KV cache, unload another model, or give the"
                    + " JVM more with -Xmx";
        }
        if (available.isPresent() && needed.weights() > available.getAsLong()) {
            return "not enough memory: the weights take " + mebibytes(needed.weights()) + ", "
                    + mebibytes(available.getAsLong()) + " are available on this machine";
        }
        return null;
    }

    static String mebibytes(long bytes) {
        return Math.ceilDiv(bytes, 1L << 20) + " MiB";
    }
}
