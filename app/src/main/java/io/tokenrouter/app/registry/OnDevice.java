package io.tokenrouter.app.registry;

import io.tokenrouter.engine.executor.DeviceBytes;
import io.tokenrouter.engine.executor.ExecutorMemory;
import io.tokenrouter.engine.executor.OfferedDevice;
import io.tokenrouter.engine.executor.UsableDevices;
import io.tokenrouter.engine.model.ModelConfig;

/**
 * What a model takes of a GPU, or would take.
 *
 * @param device its name, {@code cuda:0}
 * @param label name and description, for people
 * @param kvBytesPerToken of keys and values of one position
 */
record OnDevice(String device, String label, DeviceBytes bytes, long kvBytesPerToken) implements ExecutorMemory {

    static OnDevice of(OfferedDevice device, ModelConfig config, DeviceBytes bytes) {
        return new OnDevice(device.name(), UsableDevices.label(device), bytes, device.kvBytesPerToken(config));
    }

    @Override
    public long weights() {
        return bytes.weights();
    }

    @Override
    public long keysAndValues() {
        return bytes.keysAndValues();
    }

    @Override
    public long workspace() {
        return bytes.workspace();
    }

    @Override
    public long heap() {
        return 0;
    }
}
