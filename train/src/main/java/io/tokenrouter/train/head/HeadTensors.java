package io.tokenrouter.train.head;

import ai.djl.nn.Block;
import ai.djl.nn.Parameter;
import java.util.ArrayList;
import java.util.List;

/** The weights of a trained block under the names of R2R's published checkpoints, with the scaling of features folded in. */
final class HeadTensors {

    private final List<NamedTensor> tensors = new ArrayList<>();

    private HeadTensors() {}

    static List<NamedTensor> of(RouterBlock block, HeadShape shape, Scaling scaling) {
        HeadTensors all = new HeadTensors();
        all.scaledLayer("logits_projection", block.logits(), scaling, 2 * shape.hidden(), shape.topLogits());
        all.scaledLayer("combined_projection", block.combined(), scaling, 0, 2 * shape.hidden());
        all.layer("backbone.input_projection", block.entry());
        for (int i = 0; i < block.residuals().size(); i++) {
            RouterBlock.Residual residual = block.residuals().get(i);
            String prefix = "backbone.blocks." + i + ".";
            all.norm(prefix + "layer_norm", residual.norm());
            all.layer(prefix + "mlp.0", residual.up());
            all.layer(prefix + "mlp.3", residual.down());
        }
        all.norm("backbone.output_layer.0", block.norm());
        all.layer("backbone.output_layer.1", block.output());
        return List.copyOf(all.tensors);
    }

    private void scaledLayer(String name, Block layer, Scaling scaling, int first, int count) {
        float[] weight = numbers(layer, "weight");
        float[] bias = numbers(layer, "bias");
        scaling.fold(weight, bias, first, count);
        add(name, weight, bias);
    }

    private void layer(String name, Block layer) {
        add(name, numbers(layer, "weight"), numbers(layer, "bias"));
    }

    private void add(String name, float[] weight, float[] bias) {
        tensors.add(new NamedTensor(name + ".weight", bias.length, weight));
        tensors.add(new NamedTensor(name + ".bias", 0, bias));
    }

    private void norm(String name, Block norm) {
        tensors.add(new NamedTensor(name + ".weight", 0, numbers(norm, "gamma")));
        tensors.add(new NamedTensor(name + ".bias", 0, numbers(norm, "beta")));
    }

    private static float[] numbers(Block block, String name) {
        for (Parameter parameter : block.getDirectParameters().values()) {
            if (parameter.getName().equals(name)) {
                return parameter.getArray().toFloatArray();
            }
        }
        throw new IllegalStateException("a layer has no " + name);
    }
}
