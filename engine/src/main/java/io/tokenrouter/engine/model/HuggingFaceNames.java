package io.tokenrouter.engine.model;

import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The names of a Hugging Face file's tensors in GGUF: one table for each way in which families differ. */
final class HuggingFaceNames {

    private static final Pattern IN_LAYER = Pattern.compile("layers\\.(0|[1-9][0-9]{0,3})\\.(.+)\\.(weight|bias)");
    private static final Pattern OUTSIDE = Pattern.compile("(.+)\\.(weight|bias)");
    private static final String PREFIX = "model.";

    /** Frequencies of the rotary embedding that old files store; they follow from the config. */
    private static final String COMPUTED = ".rotary_emb.inv_freq";

    /** Only where a norm follows what it normalises is there one of this name. */
    private static final String NORM_AFTER = "post_feedforward_layernorm.weight";

    private static final Map<String, String> MODEL = Map.of(
            "embed_tokens", "token_embd",
            "norm", "output_norm",
            "lm_head", "output");

    private static final Map<String, String> LAYER = Map.ofEntries(
            Map.entry("self_attn.q_proj", "attn_q"),
            Map.entry("self_attn.k_proj", "attn_k"),
            Map.entry("self_attn.v_proj", "attn_v"),
            Map.entry("self_attn.qkv_proj", "attn_qkv"),
            Map.entry("self_attn.o_proj", "attn_output"),
            Map.entry("self_attn.q_norm", "attn_q_norm"),
            Map.entry("self_attn.k_norm", "attn_k_norm"),
            Map.entry("mlp.gate_proj", "ffn_gate"),
            Map.entry("mlp.up_proj", "ffn_up"),
            Map.entry("mlp.gate_up_proj", "ffn_up"),
            Map.entry("mlp.down_proj", "ffn_down"),
            Map.entry("input_layernorm", "attn_norm"));

    /** The norm that is called after what it follows belongs to what it precedes. */
    private static final Map<String, String> NORMS_BEFORE = Map.of("post_attention_layernorm", "ffn_norm");

    private static final Map<String, String> NORMS_AFTER = Map.of(
            "post_attention_layernorm", "post_attention_norm",
            "pre_feedforward_layernorm", "ffn_norm",
            "post_feedforward_layernorm", "post_ffw_norm");

    private final Map<String, String> norms;

    private HuggingFaceNames(Map<String, String> norms) {
        this.norms = norms;
    }

    /** @param names all tensors of the model */
    static HuggingFaceNames of(Iterable<String> names) {
        for (String name : names) {
            if (name.endsWith(NORM_AFTER)) {
                return new HuggingFaceNames(NORMS_AFTER);
            }
        }
        return new HuggingFaceNames(NORMS_BEFORE);
    }

    /**
     * Null for a tensor that no model needs.
     *
     * @throws ModelFormatException naming one that is unknown: what is left out would be computed wrongly, or not at all
     */
    @Nullable
    String canonical(String name) {
        if (name.endsWith(COMPUTED)) {
            return null;
        }
        String inModel = name.startsWith(PREFIX) ? name.substring(PREFIX.length()) : name;
        Matcher layer = IN_LAYER.matcher(inModel);
        if (layer.matches()) {
            String module = LAYER.getOrDefault(layer.group(2), norms.get(layer.group(2)));
            return "blk." + layer.group(1) + "." + known(module, name) + "." + layer.group(3);
        }
        Matcher outside = OUTSIDE.matcher(inModel);
        String module = outside.matches() ? MODEL.get(outside.group(1)) : null;
        return known(module, name) + "." + outside.group(2);
    }

    private static String known(@Nullable String module, String name) {
        if (module == null) {
            throw new ModelFormatException(
                    "the tensor " + Untrusted.name(name) + " is no part of a model of a supported family");
        }
        return module;
    }
}
