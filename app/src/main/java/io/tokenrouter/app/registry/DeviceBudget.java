package io.tokenrouter.app.registry;

import io.tokenrouter.engine.executor.DeviceBytes;
import io.tokenrouter.engine.executor.ExecutorOptions;
import io.tokenrouter.engine.executor.OfferedDevice;
import io.tokenrouter.engine.executor.UsableDevices;
import io.tokenrouter.engine.model.ModelConfig;
import io.tokenrouter.engine.model.ModelShapes;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * The memory of a GPU, and what a model gets of it. A tenth is kept for the driver and for what nobody counts. KV caches have half of the
 * rest, or what an operator says; a model's share of them goes by the rule of {@link KvBudget}, as far as the weights of those that are
 * there have left it. Safe from any thread.
 */
final class DeviceBudget {

    private static final int KEPT_PART = 10;

    private final LiveRegistry live;
    private final OptionalLong kvMemory;

    /** @param kvMemory bytes for the KV caches of all models of one GPU; empty for half of it */
    DeviceBudget(LiveRegistry live, OptionalLong kvMemory) {
        this.live = live;
        this.kvMemory = kvMemory;
    }

    /**
     * What a model that is not in memory would get now.
     *
     * @param asked bytes that an operator gave its KV cache; null for its share
     * @param promised to models that come before it
     * @throws IllegalArgumentException if {@code asked} is not one block
     * @throws RuntimeException with a message of one line if the device is of no use, also for this model alone
     */
    Place place(
            OfferedDevice device,
            ModelConfig config,
            ModelShapes weights,
            @Nullable Long asked,
            Promised promised,
            MemoryProbe probe) {
        long perToken = device.kvBytesPerToken(config);
        long total = kvMemory.orElse((device.totalBytes() - kept(device)) / 2);
        long wanted = asked == null ? KvBudget.wanted(total, config, perToken) : asked;
        KvBudget.requireBlock(wanted, ExecutorOptions.DEFAULTS.blockSize(), perToken);
        DeviceBytes needed = bytesFor(device, config, weights, wanted);
        long free = Math.max(0, device.freeBytes() - promised.bytes(device.name()));
        long room = free - kept(device) - needed.weights() - needed.workspace();
        if (asked != null) {
            return place(device, config, needed, free, probe, room < asked ? tooLittle(device, needed, free) : null);
        }
        long unused = total - taken(device) - promised.keysAndValues(device.name());
        long least = KvBudget.least(config, perToken, ExecutorOptions.DEFAULTS.blockSize());
        if (room < least) {
            DeviceBytes smallest = new DeviceBytes(needed.weights(), least, needed.workspace());
            return place(device, config, needed, free, probe, tooLittle(device, smallest, free));
        }
        if (unused < least) {
            return place(device, config, needed, free, probe, budgetIsGone(device, total, least, unused));
        }
        long share = Math.min(wanted, Math.min(room, unused));
        return place(device, config, bytesFor(device, config, weights, share), free, probe, null);
    }

    private static DeviceBytes bytesFor(OfferedDevice device, ModelConfig config, ModelShapes weights, long kvBytes) {
        return device.bytesFor(config, weights, ExecutorOptions.DEFAULTS.withKvBytes(kvBytes));
    }

    private static Place place(
            OfferedDevice device,
            ModelConfig config,
            DeviceBytes needed,
            long free,
            MemoryProbe probe,
            @Nullable String refusal) {
        MemoryCheck check = MemoryCheck.onDevice(OnDevice.of(device, config, needed), free, probe, refusal);
        return new Place(device, needed.keysAndValues(), check, null);
    }

    /** Bytes of KV caches of models in memory. */
    private long taken(OfferedDevice device) {
        return live.state().models().values().stream()
                .filter(model -> model.state() == LifeState.SERVING || model.state() == LifeState.DRAINING)
                .map(model -> model.facts() == null ? null : model.facts().memory())
                .filter(memory ->
                        memory instanceof OnDevice there && there.device().equals(device.name()))
                .mapToLong(memory -> memory.keysAndValues())
                .sum();
    }

    private static long kept(OfferedDevice device) {
        return device.totalBytes() / KEPT_PART;
    }

    private static String tooLittle(OfferedDevice device, DeviceBytes needed, long free) {
        return "not enough memory on " + UsableDevices.label(device) + ": "
                + MemoryCheck.mebibytes(needed.total()) + " needed (weights "
                + MemoryCheck.mebibytes(needed.weights()) + ", KV cache "
                + MemoryCheck.mebibytes(needed.keysAndValues()) + ", work space "
                + MemoryCheck.mebibytes(needed.workspace()) + "), " + MemoryCheck.mebibytes(free) + " free, of which "
                + MemoryCheck.mebibytes(kept(device)) + " are kept. Choose a smaller KV cache (--kv-memory, or"
                + " --kv-mib, kv_mib in the API), unload another model, or start the server with another --device";
    }

    private static String budgetIsGone(OfferedDevice device, long total, long least, long unused) {
        return "not enough memory for its KV cache on " + UsableDevices.label(device) + ": "
                + MemoryCheck.mebibytes(least) + " needed, and "
                + Math.max(0, unused) / (1 << 20) + " MiB of the " + total / (1 << 20)
                + " MiB for KV caches there are left. Unload another model, start the server with more --kv-memory, or give this"
                + " model memory of its own (--kv-mib, kv_mib in the API)";
    }
}
