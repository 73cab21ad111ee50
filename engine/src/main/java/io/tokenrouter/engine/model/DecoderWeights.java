package io.tokenrouter.engine.model;

import io.tokenrouter.engine.model.AttentionConfig.HeadNorm;
import io.tokenrouter.engine.tensor.Kernels;
import io.tokenrouter.engine.tensor.Tensor;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The weights of a decoder in the order of their use. Matrices stay where they are stored; vectors are read into arrays. The weights
 * of a norm that the model does not have are an empty array.
 *
 * @param embedding one row a token id
 * @param output one row a token id; the embedding itself where the two are tied
 */
public record DecoderWeights(Tensor embedding, List<Layer> layers, float[] outputNorm, Linear output) {

    private static final float[] NO_NORM = {};

    /** One block of the decoder. */
    public record Layer(Attention attention, FeedForward feedForward) {}

    /**
     * The first branch of a block.
     *
     * @param normBefore of the branch's input
     * @param queryKeyValue layers whose outputs lie side by side: three, or one that was stored as such
     * @param queryNorm one weight a dimension of a head, or of all heads
     * @param keyNorm likewise
     * @param normAfter of the branch's output
     */
    public record Attention(
            float[] normBefore,
            Linear[] queryKeyValue,
            float[] queryNorm,
            float[] keyNorm,
            Linear output,
            float[] normAfter) {}

    /** The second branch, with norms as the first has them. */
    public record FeedForward(float[] normBefore, Linear gate, Linear up, Linear down, float[] normAfter) {}

    /**
     * @throws ModelFormatException naming a tensor that is missing or does not fit the config
     */
    public static DecoderWeights load(ModelConfig config, ModelWeights weights, Kernels kernels) {
        Loader loader = new Loader(config, weights, kernels);
        List<Layer> layers = new ArrayList<>();
        for (int i = 0; i < config.layers(); i++) {
            String block = "blk." + i + ".";
            layers.add(new Layer(loader.attention(block), loader.feedForward(block)));
        }
        Linear embedding = loader.linear("token_embd", config.vocabularySize(), config.hiddenSize());
        return new DecoderWeights(
                embedding.weight(),
                List.copyOf(layers),
                loader.norm("output_norm.weight", config.hiddenSize()),
                config.tiedEmbeddings()
                        ? embedding
                        : loader.linear("output", config.vocabularySize(), config.hiddenSize()));
    }

    private record Loader(ModelConfig config, ModelWeights weights, Kernels kernels) {

        Attention attention(String block) {
            int hidden = config.hiddenSize();
            int queries = config.heads() * config.headDim();
            int keys = config.kvHeads() * config.headDim();
            HeadNorm norm = config.attention().headNorm();
            return new Attention(
                    normBefore(block + "attn_norm.weight"),
                    queryKeyValue(block, queries, keys),
                    headNorm(norm, block + "attn_q_norm.weight", queries),
                    headNorm(norm, block + "attn_k_norm.weight", keys),
                    linear(block + "attn_output", hidden, queries),
                    normAfter(block + "post_attention_norm.weight"));
        }

        private Linear[] queryKeyValue(String block, int queries, int keys) {
            int hidden = config.hiddenSize();
            if (weights.find(block + "attn_qkv.weight") != null) {
                return new Linear[] {linear(block + "attn_qkv", queries + 2 * keys, hidden)};
            }
            return new Linear[] {
                linear(block + "attn_q", queries, hidden),
                linear(block + "attn_k", keys, hidden),
                linear(block + "attn_v", keys, hidden)
            };
        }

        FeedForward feedForward(String block) {
            int hidden = config.hiddenSize();
            int inner = config.feedForwardSize();
            Linear gate;
            Linear up;
            if (weights.get(block + "ffn_up.weight").rows() == 2 * inner) {
                Linear both = linear(block + "ffn_up", 2 * inner, hidden);
                gate = both.rows(0, inner);
                up = both.rows(inner, 2 * inner);
            } else {
                gate = linear(block + "ffn_gate", inner, hidden);
                up = linear(block + "ffn_up", inner, hidden);
            }
            return new FeedForward(
                    normBefore(block + "ffn_norm.weight"),
                    gate,
                    up,
                    linear(block + "ffn_down", hidden, inner),
                    normAfter(block + "post_ffw_norm.weight"));
        }

        private float[] normBefore(String name) {
            return config.norms().placement().before() ? norm(name, config.hiddenSize()) : NO_NORM;
        }

        private float[] normAfter(String name) {
            return config.norms().placement().after() ? norm(name, config.hiddenSize()) : NO_NORM;
        }

        private float[] headNorm(HeadNorm kind, String name, int allHeads) {
            return switch (kind) {
                case NONE -> NO_NORM;
                case EACH_HEAD -> norm(name, config.headDim());
                case ALL_HEADS -> norm(name, allHeads);
            };
        }

        /** The weights as they are to be multiplied, whatever {@link NormConfig#weightOffset} they are stored with. */
        float[] norm(String name, int length) {
            float[] values = vector(name, length);
            for (int i = 0; i < length; i++) {
                values[i] += config.norms().weightOffset();
            }
            return values;
        }

        Linear linear(String name, int outputs, int inputs) {
            Tensor weight = checked(weights.get(name + ".weight"), outputs, inputs);
            return new Linear(weight, bias(name + ".bias", outputs));
        }

        private float @Nullable [] bias(String name, int length) {
            return weights.find(name) == null ? null : vector(name, length);
        }

        private float[] vector(String name, int length) {
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
