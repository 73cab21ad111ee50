package io.tokenrouter.engine.model;

import tools.jackson.databind.JsonNode;

/**
 * Reads the shape of a model from the {@code config.json} of a Hugging Face folder, as transformers 5 or an earlier one writes it.
 * Absent keys have the values that transformers gives them.
 */
public final class HuggingFaceConfig {

    private static final String CONFIG = "config.json";

    private final JsonKeys keys;
    private final Family family;

    private HuggingFaceConfig(JsonKeys keys, Family family) {
        this.keys = keys;
        this.family = family;
    }

    /**
     * The config of a model whose rotary embedding is laid out in halves, as Hugging Face stores all families.
     *
     * @param config the whole file
     * @throws ModelFormatException if the model is not supported, naming its type and what is, or the key at fault
     */
    public static ModelConfig read(JsonNode config) {
        if (!config.isObject()) {
            throw new ModelFormatException(CONFIG + " is no JSON object");
        }
        JsonKeys keys = new JsonKeys(config, CONFIG);
        return new HuggingFaceConfig(keys, Family.ofHuggingFace(keys.string("model_type"))).read();
    }

    private ModelConfig read() {
        refuseWhatIsNotComputed();
        int hidden = keys.integer("hidden_size", 1, Limits.WIDTH);
        int positions = keys.integer("max_position_embeddings", 1, Limits.CONTEXT);
        AttentionConfig attention = attention(hidden, positions);
        float epsilon = keys.positive("rms_norm_eps", family.rmsEpsilon());
        return new ModelConfig(
                family.id(),
                Untrusted.name(keys.string("_name_or_path", "")),
                keys.integer("vocab_size", 1, Integer.MAX_VALUE),
                hidden,
                keys.integer("intermediate_size", 1, Limits.WIDTH),
                contextLength(attention, positions),
                attention,
                new NormConfig(epsilon, family.norms(), family.isGemma() ? 1 : 0),
                family.activation(),
                family.embeddingScale(hidden),
                cap("final_logit_softcapping", family.logitCap()),
                keys.flag("tie_word_embeddings", family.tiedEmbeddings()));
    }

    /** Where YaRN is added to a config by hand, as Qwen2.5's instructions have it, the positions stay those before scaling. */
    private static int contextLength(AttentionConfig attention, int positions) {
        double scaled = attention.ropes().stream()
                .mapToDouble(rope -> rope.scaling() instanceof RopeScaling.Yarn yarn
                        ? (double) yarn.factor() * yarn.originalContext()
                        : 0)
                .max()
                .orElse(0);
        return (int) Math.clamp(scaled, positions, Limits.CONTEXT);
    }

    private AttentionConfig attention(int hidden, int context) {
        int heads = keys.integer("num_attention_heads", 1, Limits.WIDTH);
        int kvHeads = keys.integer("num_key_value_heads", 1, Limits.WIDTH, heads);
        int headDim = keys.integer("head_dim", 1, Limits.WIDTH, family.headDim(hidden, heads));
        Limits.requireHeads(heads, kvHeads, headDim, CONFIG + ": num_key_value_heads");
        float scalar = family.isGemma() ? keys.positive("query_pre_attn_scalar", 256) : headDim;
        return new AttentionConfig(
                heads,
                kvHeads,
                headDim,
                (float) (1 / Math.sqrt(scalar)),
                cap("attn_logit_softcapping", family.scoreCap()),
                family.headNorm(),
                new HuggingFaceLayers(keys, family, new HuggingFaceRope(keys, family, headDim, context)).read());
    }

    /** A cap that is absent has a value; one that is null is none. */
    private float cap(String key, float absent) {
        return keys.object().has(key) ? keys.positive(key, 0) : absent;
    }

    private void refuseWhatIsNotComputed() {
        JsonNode classes = keys.find("architectures");
        if (classes != null && !classes.path(0).asString("").endsWith("ForCausalLM")) {
            throw keys.refused(
                    "architectures",
                    "is " + Untrusted.name(classes.path(0).asString("")) + "; only models ForCausalLM are supported");
        }
        JsonKeys quantization = keys.object("quantization_config");
        if (quantization != null) {
            throw keys.refused(
                    "quantization_config",
                    "says that the weights are quantised (" + Untrusted.name(quantization.string("quant_method", ""))
                            + "); folders are supported with weights in F32, F16 or BF16");
        }
        String key = family.isGemma() ? "hidden_activation" : "hidden_act";
        String known = family.isGemma() ? "gelu_pytorch_tanh" : "silu";
        String activation = keys.string(key, known);
        if (!activation.equals(known)) {
            throw keys.refused(
                    key,
                    "is " + Untrusted.name(activation) + ", which is not supported with " + family.modelType()
                            + "; supported is " + known);
        }
        if (keys.flag("use_bidirectional_attention", false)) {
            throw keys.refused("use_bidirectional_attention", "is not supported");
        }
    }
}
