package io.tokenrouter.gpu.candidate;

import io.tokenrouter.gpu.driver.DeviceMemoryException;

/** Says what an operator can do where requests need more of a device than was left when the model was loaded. */
final class StepMemory {

    private StepMemory() {}

    static IllegalStateException tooSmall(DeviceMemoryException e) {
        return new IllegalStateException(
                e.getMessage()
                        + ". It is what requests ask for beyond the model itself, such as router heads and masks: give the model's KV"
                        + " cache less with --kv-memory, unload another model, or choose another --device",
                e);
    }
}
