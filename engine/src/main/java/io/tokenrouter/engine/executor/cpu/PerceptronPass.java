package io.tokenrouter.engine.executor.cpu;

import io.tokenrouter.engine.heads.RouterNet;
import io.tokenrouter.engine.tensor.FloatRows;
import io.tokenrouter.engine.tensor.Kernels;
import java.util.ArrayList;
import java.util.List;

/** Linear layers on the hidden state. */
final class PerceptronPass implements HeadPass {

    private final FloatRows in;
    private final FloatRows out;
    private final List<HeadLayers.Stage> stages = new ArrayList<>();

    PerceptronPass(RouterNet.Perceptron net, CpuDevice device, Kernels kernels) {
        int widest =
                net.layers().stream().mapToInt(RouterNet.Layer::inputs).max().orElseThrow();
        HeadLayers layers = new HeadLayers(device, kernels, widest);
        in = HeadLayers.rows(net.hiddenSize());
        FloatRows x = in;
        for (RouterNet.Layer layer : net.layers()) {
            boolean isLast = layer == net.layers().getLast();
            FloatRows y = HeadLayers.rows(layer.outputs());
            stages.add(layers.linear(layer, x, y));
            stages.add(layers.activation(y, layer.outputs(), isLast ? Activation::logistic : Activation::relu));
            x = y;
        }
        out = x;
    }

    @Override
    public void take(int at, HeadRow row) {
        row.copyHidden(in.values(), in.offset(at));
    }

    @Override
    public FloatRows compute(int count) {
        stages.forEach(stage -> stage.run(count));
        return out;
    }
}
