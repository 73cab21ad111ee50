package io.tokenrouter.app.registry;

import io.tokenrouter.engine.executor.ExecutorMemory;
import io.tokenrouter.engine.executor.cpu.CpuMemory;
import java.util.HashMap;
import java.util.Map;

/** What models would take that are not loaded and come before the next one. For one thread. */
final class Promised {

    private final Map<String, Long> bytes = new HashMap<>();
    private final Map<String, Long> keysAndValues = new HashMap<>();
    private CpuMemory processor = new CpuMemory(0, 0, 0);

    void add(ExecutorMemory memory) {
        switch (memory) {
            case OnDevice device -> {
                bytes.merge(device.device(), device.bytes().total(), Long::sum);
                keysAndValues.merge(device.device(), device.keysAndValues(), Long::sum);
            }
            default -> processor = and(memory);
        }
    }

    /** On the processor, with this one. */
    CpuMemory and(ExecutorMemory memory) {
        return new CpuMemory(
                processor.weights() + memory.weights(),
                processor.keysAndValues() + memory.keysAndValues(),
                processor.workspace() + memory.workspace());
    }

    /** Of KV caches on the processor. */
    long keysAndValues() {
        return processor.keysAndValues();
    }

    /** Of all kinds on a device. */
    long bytes(String device) {
        return bytes.getOrDefault(device, 0L);
    }

    /** Of KV caches on a device. */
    long keysAndValues(String device) {
        return keysAndValues.getOrDefault(device, 0L);
    }
}
