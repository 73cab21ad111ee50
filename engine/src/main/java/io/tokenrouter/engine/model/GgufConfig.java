package io.tokenrouter.engine.model;

/**
 * Reads the shape of a model from the metadata of a GGUF file, under the keys that llama.cpp's converter writes; what it leaves out
 * has the value that llama.cpp takes.
 */
final class GgufConfig {

    private static final int LAYERS_OF_GEMMA2_27B = 46;
    private static final int LAYERS_OF_GEMMA3_27B = 62;

    private final GgufMetadata metadata;
    private final GgufKeys keys;
    private final Family family;
    private final ModelWeights weights;

    private GgufConfig(GgufMetadata metadata, GgufKeys keys, Family family, ModelWeights weights) {
        this.metadata = metadata;
        this.keys = keys;
        this.family = family;
        this.weights = weights;
    }

    /** @throws ModelFormatException if the architecture is not supported, or naming the key at fault */
    static ModelConfig read(GgufMetadata metadata, ModelWeights weights) {
        String architecture = metadata.string("general.architecture");
        Family family = Family.ofGguf(architecture);
        return new GgufConfig(metadata, new GgufKeys(metadata, architecture), family, weights).read();
    }

    private ModelConfig read() {
        if (keys.integer("expert_count", 0, Integer.MAX_VALUE, 0) > 0) {
            throw new ModelFormatException("models with experts (" + keys.full("expert_count") + ") are not supported");
        }
        int hidden = keys.integer("embedding_length", 1, Limits.WIDTH);
        return new ModelConfig(
                family.id(),
                Untrusted.name(metadata.string("general.name", "")),
                vocabularySize(),
                hidden,
                keys.integer("feed_forward_length", 1, Limits.WIDTH),
                keys.integer("context_length", 1, Limits.CONTEXT),
                attention(hidden),
                // The converter adds the 1 that Gemma's norms are stored without.
                new NormConfig(keys.positive("attention.layer_norm_rms_epsilon"), family.norms(), 0),
                family.activation(),
                family.embeddingScale(hidden),
                keys.positive("final_logit_softcapping", family.logitCap()),
                weights.find("output.weight") == null);
    }

    private int vocabularySize() {
        int rows = weights.get("token_embd.weight").rows();
        if (keys.integer("vocab_size", 1, Integer.MAX_VALUE, rows) != rows) {
            throw new ModelFormatException(
                    keys.full("vocab_size") + " is " + keys.integer("vocab_size", 1, Integer.MAX_VALUE)
                            + ", but the tensor token_embd.weight has " + rows + " rows");
        }
        return rows;
    }

    private AttentionConfig attention(int hidden) {
        int layers = keys.integer("block_count", 1, Limits.LAYERS);
        int heads = keys.integer("attention.head_count", 1, Limits.WIDTH);
        int kvHeads = keys.integer("attention.head_count_kv", 1, Limits.WIDTH, heads);
        int headDim = headDim(hidden, heads);
        Limits.requireHeads(heads, kvHeads, headDim, keys.full("attention.head_count_kv"));
        return new AttentionConfig(
                heads,
                kvHeads,
                headDim,
                AttentionConfig.defaultScale(usesWholeWidth(layers) ? hidden / heads : headDim),
                family == Family.GEMMA3 ? 0 : keys.positive("attn_logit_softcapping", family.scoreCap()),
                family.headNorm(),
                new GgufLayers(keys, family, new GgufRope(keys, family, weights, headDim)).read(layers));
    }

    /** The largest Gemmas scale by another width than their heads', which GGUF does not say. */
    private boolean usesWholeWidth(int layers) {
        return family == Family.GEMMA2 && layers == LAYERS_OF_GEMMA2_27B
                || family == Family.GEMMA3 && layers == LAYERS_OF_GEMMA3_27B;
    }

    private int headDim(int hidden, int heads) {
        if (!keys.has("attention.key_length") && hidden % heads != 0) {
            throw new ModelFormatException(
                    keys.full("embedding_length") + " " + hidden + " cannot be shared by " + heads + " heads");
        }
        int keyLength = keys.integer("attention.key_length", 1, Limits.WIDTH, hidden / heads);
        int valueLength = keys.integer("attention.value_length", 1, Limits.WIDTH, hidden / heads);
        if (keyLength != valueLength) {
            throw new ModelFormatException(keys.full("attention.key_length") + " is " + keyLength + " and value_length "
                    + valueLength + "; different widths are not supported");
        }
        return keyLength;
    }
}
