package io.tokenrouter.app.registry;

import io.tokenrouter.engine.executor.ExecutorMemory;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * What a model would take, and what there is. Bytes.
 *
 * @param freeHeap of the Java heap
 * @param available for the mapped weights; null where the system does not say
 * @param freeOnDevice of the GPU that it would run on; null for the processor
 * @param refusal why it does not fit and what to change, for people; null where it fits
 */
public record MemoryCheck(
        ExecutorMemory needed,
        long freeHeap,
        @Nullable Long available,
        @Nullable Long freeOnDevice,
        @Nullable String refusal) {

    /** The heap keeps this much for requests. */
    private static final double USABLE = 0.9;

    /** On the processor. */
    static MemoryCheck of(ExecutorMemory needed, MemoryProbe probe) {
        long free = probe.freeHeap();
        if (needed.heap() > free * USABLE) {
            free = probe.freeHeapAfterCollection();
        }
        OptionalLong available = probe.available();
        return new MemoryCheck(needed, free, orNull(available), null, refusal(needed, free, available));
    }

    /** On a GPU, which takes nothing of the heap; its files are only read once. */
    static MemoryCheck onDevice(OnDevice needed, long free, MemoryProbe probe, @Nullable String refusal) {
        return new MemoryCheck(needed, probe.freeHeap(), orNull(probe.available()), free, refusal);
    }

    /** Of one model among those that were looked at together. */
    MemoryCheck of(ExecutorMemory one, @Nullable String reason) {
        return new MemoryCheck(one, freeHeap, available, freeOnDevice, reason);
    }

    private static @Nullable Long orNull(OptionalLong bytes) {
        return bytes.isPresent() ? (Long) bytes.getAsLong() : null;
    }

    private static @Nullable String refusal(ExecutorMemory needed, long free, OptionalLong available) {
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
