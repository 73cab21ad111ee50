package io.tokenrouter.engine.executor.cpu;

import io.tokenrouter.engine.heads.RouterNet;
import io.tokenrouter.engine.tensor.FloatRows;
import io.tokenrouter.engine.tensor.Kernels;
import io.tokenrouter.engine.tensor.Tensor;
import java.util.ArrayList;
import java.util.List;

/** R2R's residual network on hidden state, embedding of the token, and largest logits. */
final class ResidualPass implements HeadPass {

    private final Kernels kernels;
    private final Tensor embedding;
    private final int hiddenSize;
    private final int topLogits;
    private final FloatRows logits;
    private final FloatRows features;
    private final FloatRows out;
    private final List<HeadLayers.Stage> stages = new ArrayList<>();

    ResidualPass(RouterNet.Residual net, CpuDevice device, Kernels kernels, Tensor embedding) {
        this.kernels = kernels;
        this.embedding = embedding;
        hiddenSize = net.hiddenSize();
        topLogits = net.topLogits();
        HeadLayers layers = new HeadLayers(device, kernels, widest(net));
        logits = HeadLayers.rows(topLogits);
        FloatRows projected = HeadLayers.rows(hiddenSize);
        features = HeadLayers.rows(3 * hiddenSize);
        stages.add(layers.linear(net.logits(), logits, projected));
        stages.add(count -> append(projected, count));
        FloatRows combined = HeadLayers.rows(net.combined().outputs());
        stages.add(layers.linear(net.combined(), features, combined));
        FloatRows x = HeadLayers.rows(net.entry().outputs());
        stages.add(layers.linear(net.entry(), combined, x));
        for (RouterNet.Block block : net.blocks()) {
            x = add(block, x, layers);
        }
        FloatRows normed = HeadLayers.rows(net.output().inputs());
        stages.add(layers.norm(net.norm(), x, normed));
        out = HeadLayers.rows(1);
        stages.add(layers.linear(net.output(), normed, out));
        stages.add(layers.activation(out, 1, Activation::logistic));
    }

    private FloatRows add(RouterNet.Block block, FloatRows x, HeadLayers layers) {
        FloatRows normed = HeadLayers.rows(block.up().inputs());
        FloatRows inner = HeadLayers.rows(block.up().outputs());
        FloatRows sum = HeadLayers.rows(block.down().outputs());
        FloatRows kept = block.skip() == null ? x : HeadLayers.rows(block.skip().outputs());
        stages.add(layers.norm(block.norm(), x, normed));
        stages.add(layers.linear(block.up(), normed, inner));
        stages.add(layers.activation(inner, block.up().outputs(), Activation::gelu));
        stages.add(layers.linear(block.down(), inner, sum));
        if (block.skip() != null) {
            stages.add(layers.linear(block.skip(), x, kept));
        }
        stages.add(count -> addTo(sum, kept, count));
        return sum;
    }

    private void append(FloatRows projected, int count) {
        for (int i = 0; i < count; i++) {
            System.arraycopy(
                    projected.values(),
                    projected.offset(i),
                    features.values(),
                    features.offset(i) + 2 * hiddenSize,
                    hiddenSize);
        }
    }

    private static void addTo(FloatRows sum, FloatRows more, int count) {
        for (int i = 0; i < count * sum.stride(); i++) {
            sum.values()[i] += more.values()[i];
        }
    }

    private static int widest(RouterNet.Residual net) {
        int widest = Math.max(
                Math.max(net.combined().inputs(), net.entry().inputs()),
                net.output().inputs());
        for (RouterNet.Block block : net.blocks()) {
            widest = Math.max(widest, Math.max(block.up().inputs(), block.down().inputs()));
        }
        return Math.max(widest, net.topLogits());
    }

    @Override
    public void take(int at, HeadRow row) {
        row.copyTopLogits(topLogits, logits.values(), logits.offset(at));
        row.copyHidden(features.values(), features.offset(at));
        kernels.decodeRow(embedding, row.token(), features.values(), features.offset(at) + hiddenSize);
    }

    @Override
    public FloatRows compute(int count) {
        stages.forEach(stage -> stage.run(count));
        return out;
    }
}
