package io.tokenrouter.engine.executor.cpu;

import io.tokenrouter.engine.model.ModelConfig;
import io.tokenrouter.engine.model.ModelFormatException;
import io.tokenrouter.engine.model.ModelWeights;
import io.tokenrouter.engine.tensor.Kernels;
import io.tokenrouter.engine.tensor.Tensor;
import java.util.ArrayList;
import java.util.List;

/**
 * The weights of a decoder in the order of their use. Matrices stay where they are stored; vectors are read into arrays.
 *
 * @param embedding one row a token id
 * @param output one row a token id; the embedding itself where the two are tied
 */
record DecoderWeights(Tensor embedding, List<Layer> layers, float[] outputNorm, Linear output) {

    /**
     * One block of the decoder.
     *
     * @param queryKeyValue the three layers whose outputs lie side by side
     */
    record Layer(
            float[] attentionNorm,
            Linear[] queryKeyValue,
            Linear attentionOutput,
            float[] feedForwardNorm,
            Linear gate,
            Linear up,
            Linear down) {}

    /**
     * @throws ModelFormatException naming a tensor that is missing or does not fit the config
     */
    static DecoderWeights load(ModelConfig config, ModelWeights weights, Kernels kernels) {
        Loader loader = new Loader(weights, kernels);
        int hidden = config.hiddenSize();
        int queries = config.heads() * config.headDim();
        int keys = config.kvHeads() * config.headDim();
        int inner = config.feedForwardSize();
        List<Layer> layers = new ArrayList<>();
        for (int i = 0; i < config.layers(); i++) {
            String block = "blk." + i + ".";
            layers.add(new Layer(
                    loader.vector(block + "attn_norm.weight", hidden),
                    new Linear[] {
                        loader.linear(block + "attn_q", queries, hidden),
                        loader.linear(block + "attn_k", keys, hidden),
                        loader.linear(block + "attn_v", keys, hidden)
                    },
                    loader.linear(block + "attn_output", hidden, queries),
                    loader.vector(block + "ffn_norm.weight", hidden),
                    loader.linear(block + "ffn_gate", inner, hidden),
                    loader.linear(block + "ffn_up", inner, hidden),
                    loader.linear(block + "ffn_down", hidden, inner)));
        }
        Linear embedding = loader.linear("token_embd", config.vocabularySize(), hidden);
        return new DecoderWeights(
                embedding.weight(),
                List.copyOf(layers),
                loader.vector("output_norm.weight", hidden),
                config.tiedEmbeddings() ? embedding : loader.linear("output", config.vocabularySize(), hidden));
    }

    private record Loader(ModelWeights weights, Kernels kernels) {

        Linear linear(String name, int outputs, int inputs) {
            Tensor weight = checked(weights.get(name + ".weight"), outputs, inputs);
            return new Linear(weight, weights.find(name + ".bias") == null ? null : vector(name + ".bias", outputs));
        }

        float[] vector(String name, int length) {
            float[] values = new float[length];
            kernels.decodeRow(checked(weights.get(name), 1, length), 0, values, 0);
            return values;
        }

        private static Tensor checked(Tensor tensor, int rows, int columns) {
            if (tensor.rows() != rows || tensor.columns() != columns) {
                throw new ModelFormatException(tensor.name() + " is " + tensor.rows() + " x " + tensor.columns()
                        + ", not " + rows + " x " + columns);
            }
            return tensor;
        }
    }
}
