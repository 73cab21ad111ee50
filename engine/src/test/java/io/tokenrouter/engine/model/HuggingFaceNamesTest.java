package io.tokenrouter.engine.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HuggingFaceNamesTest {

    @ParameterizedTest
    @CsvSource({
        "model.embed_tokens.weight, token_embd.weight",
        "model.norm.weight, output_norm.weight",
        "norm.weight, output_norm.weight",
        "lm_head.weight, output.weight",
        "lm_head.bias, output.bias",
        "model.layers.11.self_attn.q_proj.weight, blk.11.attn_q.weight",
        "model.layers.0.self_attn.k_proj.bias, blk.0.attn_k.bias",
        "model.layers.0.self_attn.v_proj.bias, blk.0.attn_v.bias",
        "layers.0.self_attn.o_proj.weight, blk.0.attn_output.weight",
        "model.layers.0.self_attn.qkv_proj.weight, blk.0.attn_qkv.weight",
        "model.layers.0.self_attn.q_norm.weight, blk.0.attn_q_norm.weight",
        "model.layers.0.self_attn.k_norm.weight, blk.0.attn_k_norm.weight",
        "model.layers.0.mlp.gate_proj.weight, blk.0.ffn_gate.weight",
        "model.layers.0.mlp.up_proj.bias, blk.0.ffn_up.bias",
        "model.layers.0.mlp.gate_up_proj.weight, blk.0.ffn_up.weight",
        "model.layers.0.mlp.down_proj.weight, blk.0.ffn_down.weight",
        "model.layers.0.input_layernorm.weight, blk.0.attn_norm.weight",
        "model.layers.0.post_attention_layernorm.weight, blk.0.ffn_norm.weight",
    })
    void normsBefore(String name, String canonical) {
        assertThat(HuggingFaceNames.of(List.of(name)).canonical(name)).isEqualTo(canonical);
    }

    /** Those of GGUF too: nothing in a folder has such names. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "model.layers.00.input_layernorm.weight",
                "model.layers.0.mixer.weight",
                "vision.patch.weight",
                "blk.0.attn_q.weight",
                "rope_freqs.weight",
                "model.norm"
            })
    void unknownNamesAreRefused(String name) {
        assertThatExceptionOfType(ModelFormatException.class)
                .isThrownBy(() -> HuggingFaceNames.of(List.of(name)).canonical(name))
                .withMessageContaining(name);
    }

    @ParameterizedTest
    @CsvSource({
        "model.layers.2.input_layernorm.weight, blk.2.attn_norm.weight",
        "model.layers.2.post_attention_layernorm.weight, blk.2.post_attention_norm.weight",
        "model.layers.2.pre_feedforward_layernorm.weight, blk.2.ffn_norm.weight",
        "model.layers.2.post_feedforward_layernorm.weight, blk.2.post_ffw_norm.weight",
    })
    void normsAfter(String name, String canonical) {
        List<String> all = List.of(name, "model.layers.0.post_feedforward_layernorm.weight");
        assertThat(HuggingFaceNames.of(all).canonical(name)).isEqualTo(canonical);
    }
}
