package io.tokenrouter.engine.model;

import io.tokenrouter.engine.model.AttentionConfig.HeadNorm;
import io.tokenrouter.engine.tensor.Tensor;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;

/**
 * Holds every tensor of a file against the shape that its config demands, so that no kernel meets a surprise later.
 * Tensors that the model's family does not have are refused too: leaving one out would change the answers silently.
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
            shapes.checkAttention("blk." + layer + ".");
            shapes.checkFeedForward("blk." + layer + ".");
        }
        for (Tensor tensor : tensors) {
            if (!shapes.known.contains(tensor.name())) {
                throw new ModelFormatException("the tensor " + Untrusted.name(tensor.name()) + " is no part of a "
                        + config.architecture() + " model with " + config.layers() + " blocks");
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
        known.addAll(Set.of(GgufRope.DIVISORS, GgufRope.SHORT_DIVISORS, GgufRope.LONG_DIVISORS));
    }

    private void checkAttention(String block) {
        int hidden = config.hiddenSize();
        int queries = config.heads() * config.headDim();
        int keys = config.kvHeads() * config.headDim();
        branchNorms(block + "attn_norm.weight", block + "post_attention_norm.weight");
        if (weights.find(block + "attn_qkv.weight") == null) {
            linear(block + "attn_q", queries, hidden);
            linear(block + "attn_k", keys, hidden);
            linear(block + "attn_v", keys, hidden);
        } else {
            linear(block + "attn_qkv", queries + 2 * keys, hidden);
        }
        HeadNorm norm = config.attention().headNorm();
        if (norm != HeadNorm.NONE) {
            vector(block + "attn_q_norm.weight", norm == HeadNorm.EACH_HEAD ? config.headDim() : queries);
            vector(block + "attn_k_norm.weight", norm == HeadNorm.EACH_HEAD ? config.headDim() : keys);
        }
        linear(block + "attn_output", hidden, queries);
    }

    private void checkFeedForward(String block) {
        int hidden = config.hiddenSize();
        int inner = config.feedForwardSize();
        branchNorms(block + "ffn_norm.weight", block + "post_ffw_norm.weight");
        Tensor up = weights.find(block + "ffn_up.weight");
        if (up != null && up.rows() == 2 * inner) {
            linear(block + "ffn_up", 2 * inner, hidden);
        } else {
            linear(block + "ffn_gate", inner, hidden);
            linear(block + "ffn_up", inner, hidden);
        }
        linear(block + "ffn_down", hidden, inner);
    }

    private void branchNorms(String before, String after) {
        if (config.norms().placement().before()) {
            vector(before, config.hiddenSize());
        }
        if (config.norms().placement().after()) {
            vector(after, config.hiddenSize());
        }
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
