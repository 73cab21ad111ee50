package io.tokenrouter.app.registry;

import io.tokenrouter.app.persistence.RegisteredModel;
import io.tokenrouter.engine.catalog.ModelInspection;
import io.tokenrouter.engine.executor.OfferedDevice;
import io.tokenrouter.engine.executor.UsableDevices;
import io.tokenrouter.engine.executor.cpu.CpuMemory;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Where models go: the GPU that has most free, so that several GPUs share them, or the processor where none has room and it is allowed.
 * What is free is looked at anew each time. Safe from any thread.
 */
final class Places {

    private final UsableDevices devices;
    private final DeviceBudget ofDevices;
    private final KvBudget ofProcessor;
    private final ModelLoading loading;

    Places(UsableDevices devices, DeviceBudget ofDevices, KvBudget ofProcessor, ModelLoading loading) {
        this.devices = devices;
        this.ofDevices = ofDevices;
        this.ofProcessor = ofProcessor;
        this.loading = loading;
    }

    /** The processor, and nothing beside it. */
    static Places ofProcessor(KvBudget budget, ModelLoading loading) {
        DeviceBudget unused = new DeviceBudget(new LiveRegistry(), OptionalLong.empty());
        return new Places(UsableDevices.none(), unused, budget, loading);
    }

    /** Whether a model that a GPU does not take may run on the processor. */
    boolean allowProcessor() {
        return devices.allowProcessor();
    }

    /**
     * Where a registered model would go now.
     *
     * @throws UnusableFile if its KV cache is not one block, or no device that is allowed can run it
     */
    Place find(RegisteredModel model, ModelInspection file, Promised promised, MemoryProbe probe) {
        return usable(model, () -> find(file, model.kvBytes(), promised, probe));
    }

    /**
     * Where it would go on the processor.
     *
     * @param passedOver why it is no GPU
     * @throws UnusableFile if its KV cache is not one block
     */
    Place onProcessor(RegisteredModel model, ModelInspection file, MemoryProbe probe, String passedOver) {
        return usable(model, () -> onProcessor(file, model.kvBytes(), new Promised(), probe, passedOver));
    }

    private static Place usable(RegisteredModel model, Supplier<Place> place) {
        try {
            return place.get();
        } catch (IllegalArgumentException e) {
            throw new UnusableFile(model.file(), e.getMessage(), e);
        }
    }

    /**
     * Where a model would go now.
     *
     * @param asked bytes that an operator gave its KV cache; null for its share
     * @throws IllegalArgumentException if that is not one block
     * @throws UnusableFile if no device that is allowed can run it
     */
    Place find(ModelInspection file, @Nullable Long asked, Promised promised, MemoryProbe probe) {
        Place refused = null;
        RuntimeException useless = null;
        List<String> reasons = new ArrayList<>();
        for (OfferedDevice device : mostFreeFirst(promised)) {
            try {
                Place place =
                        ofDevices.place(device, file.description().config(), file.shapes(), asked, promised, probe);
                if (place.refusal() == null) {
                    return place;
                }
                refused = refused == null ? place : refused;
                reasons.add(place.refusal());
            } catch (IllegalArgumentException notOneBlock) {
                throw notOneBlock;
            } catch (RuntimeException e) {
                useless = e;
                reasons.add(UsableDevices.label(device) + " cannot run it: " + e.getMessage());
            }
        }
        if (devices.allowProcessor()) {
            return onProcessor(file, asked, promised, probe, reasons.isEmpty() ? null : reasons.getFirst());
        }
        if (refused == null) {
            throw new UnusableFile(file.description().file(), reasons.getFirst(), useless);
        }
        return refused;
    }

    private Place onProcessor(
            ModelInspection file,
            @Nullable Long asked,
            Promised promised,
            MemoryProbe probe,
            @Nullable String passedOver) {
        KvShare share = ofProcessor.share(
                file.description().config(), asked, Math.max(0, ofProcessor.left() - promised.keysAndValues()));
        CpuMemory needed = loading.memoryOf(file, share.bytes());
        MemoryCheck together = MemoryCheck.of(promised.and(needed), probe);
        String refusal = share.refusal() == null ? together.refusal() : share.refusal();
        return new Place(null, share.bytes(), together.of(needed, refusal), passedOver);
    }

    private List<OfferedDevice> mostFreeFirst(Promised promised) {
        return devices.devices().stream()
                .sorted(Comparator.comparingLong(device -> promised.bytes(device.name()) - freeBytes(device)))
                .toList();
    }

    /** Of one that does not answer: the others come first, and it is asked again. */
    private static long freeBytes(OfferedDevice device) {
        try {
            return device.freeBytes();
        } catch (RuntimeException e) {
            return -1;
        }
    }
}
