package io.tokenrouter.gpu.candidate;

import io.tokenrouter.engine.heads.RouterNet;
import io.tokenrouter.engine.tensor.TensorFormat;
import io.tokenrouter.gpu.driver.DeviceMemory;
import org.jspecify.annotations.Nullable;

/**
 * A linear layer on a device.
 *
 * @param format of the weights: F32, F16 or BF16
 * @param bias float32
 */
record HeadLayer(
        DeviceMemory weights, TensorFormat format, @Nullable DeviceMemory bias, int inputs, int outputs) {

    static HeadLayer upload(RouterNet.Layer layer, HeadMemory memory) {
        TensorFormat stored = layer.weight().format();
        return new HeadLayer(
                memory.upload(layer.weight()),
                HeadMemory.isRead(stored) ? stored : TensorFormat.F32,
                layer.bias() == null ? null : memory.floats(layer.bias()),
                layer.inputs(),
                layer.outputs());
    }
}
