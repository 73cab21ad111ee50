package io.tokenrouter.engine.model;

import io.tokenrouter.engine.tensor.Tensor;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;

/**
 * Holds every tensor of a file against the shape that its config demands, so that no kernel meets a surprise later.
 * Tensors that a Llama model does not have are refused too: leaving one out would change the answers silently.
 */
final class WeightShapes {

    private final ModelConfig config;
    private final ModelWeights weights;
    private final Set<String> known = new HashSet<>();

    private WeightShapes(ModelConfig config, ModelWeights weights) {
        this.config = config;
        this.weights = weights;
    }

    /** @throws ModelFormatException naming the first tensor that is missing, too many, or of another shape */
    static void check(ModelConfig config, ModelWeights weights, Collection<Tensor> tensors) {
        WeightShapes shapes = new WeightShapes(config, weights);
        shapes.checkModel();
        for (int layer = 0; layer < config.layers(); layer++) {
            shapes.checkLayer("blk." + layer + ".");
        }
        for (Tensor tensor : tensors) {
            if (!shapes.known.contains(tensor.name())) {
                throw new ModelFormatException("the tensor " + Untrusted.name(tensor.name())
                        + " is no part of a llama model with " + config.layers() + " blocks");
            }
        }
    }

    static void require(Tensor tensor, int rows, int columns) {
        if (tensor.rows() != rows || tensor.columns() != columns) {
            throw new ModelFormatException("the tensor " + Untrusted.name(tensor.name()) + " is " + tensor.rows()
                    + " x " + tensor.columns() + " (outputs x inputs); the metadata asks for " + rows + " x "
                    + columns);
        }
    }

    private void checkModel() {
        int hidden = config.hiddenSize();
        matrix("token_embd", config.vocabularySize(), hidden);
        vector("output_norm.weight", hidden);
        if (!config.tiedEmbeddings()) {
            matrix("output", config.vocabularySize(), hidden);
        }
        known.add("rope_freqs.weight");
    }

    private void checkLayer(String block) {
        int hidden = config.hiddenSize();
        int queries = config.heads() * config.headDim();
        int keys = config.kvHeads() * config.headDim();
        int inner = config.feedForwardSize();
        vector(block + "attn_norm.weight", hidden);
        linear(block + "attn_q", queries, hidden);
        linear(block + "attn_k", keys, hidden);
        linear(block + "attn_v", keys, hidden);
        linear(block + "attn_output", hidden, queries);
        vector(block + "ffn_norm.weight", hidden);
        linear(block + "ffn_gate", inner, hidden);
        linear(block + "ffn_up", inner, hidden);
        linear(block + "ffn_down", hidden, inner);
    }

    /** A matrix that may have a bias. */
    private void linear(String name, int outputs, int inputs) {
        matrix(name, outputs, inputs);
        if (weights.find(name + ".bias") != null) {
            vector(name + ".bias", outputs);
        }
    }

    private void matrix(String name, int outputs, int inputs) {
        known.add(name + ".weight");
        require(weights.get(name + ".weight"), outputs, inputs);
    }

    private void vector(String name, int size) {
        known.add(name);
        require(weights.get(name), 1, size);
    }
}
