package io.tokenrouter.gpu.candidate;

import io.tokenrouter.engine.heads.RouterNet;
import io.tokenrouter.gpu.candidate.HeadKernels.Activation;
import io.tokenrouter.gpu.driver.CudaStream;
import io.tokenrouter.gpu.driver.DeviceMemory;
import java.util.List;

/** Linear layers on the hidden state. */
final class PerceptronHead implements HeadPass {

    private final HeadKernels kernels;
    private final HeadMemory memory;
    private final List<HeadLayer> layers;
    private final DeviceMemory in;
    private final List<DeviceMemory> outputs;

    PerceptronHead(RouterNet.Perceptron net, HeadKernels kernels, HeadMemory memory) {
        this.kernels = kernels;
        this.memory = memory;
        layers = net.layers().stream()
                .map(layer -> HeadLayer.upload(layer, memory))
                .toList();
        in = memory.rows(net.hiddenSize());
        outputs = layers.stream().map(layer -> memory.rows(layer.outputs())).toList();
    }

    @Override
    public void enqueue(CudaStream stream, HeadEntries entries, DeviceMemory out) {
        DeviceMemory x = in;
        int xStride = HeadMemory.stride(layers.getFirst().inputs());
        kernels.hidden(stream, entries, x, xStride);
        int last = layers.size() - 1;
        for (int i = 0; i < last; i++) {
            DeviceMemory y = outputs.get(i);
            int yStride = HeadMemory.stride(layers.get(i).outputs());
            kernels.linear(stream, layers.get(i), x, xStride, null, y, yStride, entries.count(), Activation.RELU);
            x = y;
            xStride = yStride;
        }
        kernels.linear(stream, layers.get(last), x, xStride, null, out, 1, entries.count(), Activation.LOGISTIC);
    }

    @Override
    public void close() {
        memory.close();
    }
}
