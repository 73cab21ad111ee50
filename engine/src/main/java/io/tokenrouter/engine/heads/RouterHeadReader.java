package io.tokenrouter.engine.heads;

import io.tokenrouter.engine.model.ModelFormatException;
import io.tokenrouter.engine.model.SafetensorsFile;
import io.tokenrouter.engine.tensor.Tensor;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeSet;

/**
 * Reads the heads of docs/algorithms.md from safetensors. The names of the residual network are those of R2R's published checkpoints;
 * the table of embeddings in them is the model's own and left out.
 */
final class RouterHeadReader {

    private static final int MOST_BLOCKS = 256;
    private static final int MOST_WIDTH = 1 << 20;

    /** In R2R's checkpoints; the served model has the same. */
    private static final String EMBEDDINGS = "token_embeddings.weight";

    private final SafetensorsFile file;
    private final Set<String> read = new HashSet<>();

    private RouterHeadReader(SafetensorsFile file) {
        this.file = file;
    }

    /** @throws ModelFormatException naming the tensor or entry at fault */
    static RouterHead read(String id, SafetensorsFile file) {
        RouterHeadReader reader = new RouterHeadReader(file);
        RouterNet net =
                file.tensors().containsKey("combined_projection.weight") ? reader.residual() : reader.perceptron();
        reader.requireAllRead();
        return new RouterHead(id, net, reader.score(), reader.threshold());
    }

    /** A network with further layers, such as R2R's with {@code normalize_input}, is another network. */
    private void requireAllRead() {
        for (String name : new TreeSet<>(file.tensors().keySet())) {
            if (!read.contains(name) && !name.equals(EMBEDDINGS)) {
                throw new ModelFormatException(
                        "tensor " + name + " belongs to no router head that is supported; see" + " docs/algorithms.md");
            }
        }
    }

    private RouterNet.Residual residual() {
        RouterNet.Layer logits = layer("logits_projection");
        int hidden = logits.outputs();
        RouterNet.Layer combined = layer("combined_projection", 3 * hidden);
        RouterNet.Layer entry = layer("backbone.input_projection", combined.outputs());
        List<RouterNet.Block> blocks = new ArrayList<>();
        int width = entry.outputs();
        while (file.tensors().containsKey("backbone.blocks." + blocks.size() + ".mlp.0.weight")) {
            if (blocks.size() == MOST_BLOCKS) {
                throw new ModelFormatException("the file has more than " + MOST_BLOCKS + " blocks");
            }
            RouterNet.Block block = block("backbone.blocks." + blocks.size() + ".", width);
            blocks.add(block);
            width = block.down().outputs();
        }
        return new RouterNet.Residual(
                logits,
                combined,
                entry,
                blocks,
                norm("backbone.output_layer.0", width),
                single(layer("backbone.output_layer.1", width), "backbone.output_layer.1"));
    }

    private RouterNet.Block block(String prefix, int inputs) {
        RouterNet.Layer up = layer(prefix + "mlp.0", inputs);
        RouterNet.Layer down = layer(prefix + "mlp.3", up.outputs());
        boolean changes = down.outputs() != inputs;
        RouterNet.Layer skip = changes ? layer(prefix + "dim_change", inputs) : null;
        if (skip != null && skip.outputs() != down.outputs()) {
            throw new ModelFormatException(
                    "tensor " + prefix + "dim_change.weight has " + skip.outputs() + " rows, not " + down.outputs());
        }
        return new RouterNet.Block(norm(prefix + "layer_norm", inputs), up, down, skip);
    }

    private RouterNet.Perceptron perceptron() {
        RouterNet.Layer layer = layer("layers.0");
        List<RouterNet.Layer> layers = new ArrayList<>(List.of(layer));
        while (file.tensors().containsKey("layers." + layers.size() + ".weight")) {
            if (layers.size() == MOST_BLOCKS) {
                throw new ModelFormatException("the file has more than " + MOST_BLOCKS + " layers");
            }
            layer = layer("layers." + layers.size(), layer.outputs());
            layers.add(layer);
        }
        single(layer, "layers." + (layers.size() - 1));
        return new RouterNet.Perceptron(layers);
    }

    private RouterHead.Score score() {
        String word = file.metadata().getOrDefault("score", "hard");
        return switch (word) {
            case "hard" -> RouterHead.Score.HARD;
            case "easy" -> RouterHead.Score.EASY;
            default -> throw new ModelFormatException("the entry score of the metadata must be hard or easy");
        };
    }

    private OptionalDouble threshold() {
        String text = file.metadata().get("threshold");
        if (text == null) {
            return OptionalDouble.empty();
        }
        try {
            double value = Double.parseDouble(text);
            if (value >= 0 && value <= 2) {
                return OptionalDouble.of(value);
            }
        } catch (NumberFormatException e) {
            // said below
        }
        throw new ModelFormatException("the entry threshold of the metadata must be a number from 0 to 2");
    }

    private RouterNet.LayerNorm norm(String name, int width) {
        return new RouterNet.LayerNorm(vector(name + ".weight", width), vector(name + ".bias", width));
    }

    private RouterNet.Layer layer(String name, int inputs) {
        RouterNet.Layer layer = layer(name);
        if (layer.inputs() != inputs) {
            throw new ModelFormatException(
                    "tensor " + name + ".weight has " + layer.inputs() + " columns, not " + inputs);
        }
        return layer;
    }

    private RouterNet.Layer layer(String name) {
        Tensor weight = get(name + ".weight");
        if (weight.rows() > MOST_WIDTH || weight.columns() > MOST_WIDTH) {
            throw new ModelFormatException("tensor " + name + ".weight is wider than " + MOST_WIDTH);
        }
        Tensor bias = file.tensors().containsKey(name + ".bias") ? vector(name + ".bias", weight.rows()) : null;
        return new RouterNet.Layer(FiniteWeights.require(weight), bias);
    }

    private Tensor vector(String name, int length) {
        read.add(name);
        return FiniteWeights.require(file.get(name, 1, length));
    }

    private Tensor get(String name) {
        read.add(name);
        return file.get(name);
    }

    private static RouterNet.Layer single(RouterNet.Layer layer, String name) {
        if (layer.outputs() != 1) {
            throw new ModelFormatException("tensor " + name + ".weight has " + layer.outputs() + " rows, not 1");
        }
        return layer;
    }
}
