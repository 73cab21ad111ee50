package io.tokenrouter.engine.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.within;

import io.tokenrouter.engine.tensor.TensorFormat;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.assertj.core.api.ThrowableAssertAlternative;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GgufConfigTest {

    @TempDir
    Path folder;

    private final Map<String, Object> keys = new LinkedHashMap<>();
    private final Map<String, int[]> shapes = new LinkedHashMap<>();

    GgufConfigTest() {
        keys.put("general.architecture", "llama");
        keys.put("general.name", "tiny");
        keys.put("llama.embedding_length", 24);
        keys.put("llama.block_count", 1);
        keys.put("llama.attention.head_count", 4);
        keys.put("llama.attention.head_count_kv", 2);
        keys.put("llama.feed_forward_length", 40);
        keys.put("llama.context_length", 128);
        keys.put("llama.attention.layer_norm_rms_epsilon", 1e-6f);
        shapes.put("token_embd.weight", new int[] {50, 24});
        shapes.put("output_norm.weight", new int[] {1, 24});
        shapes.put("blk.0.attn_norm.weight", new int[] {1, 24});
        shapes.put("blk.0.attn_q.weight", new int[] {24, 24});
        shapes.put("blk.0.attn_k.weight", new int[] {12, 24});
        shapes.put("blk.0.attn_v.weight", new int[] {12, 24});
        shapes.put("blk.0.attn_output.weight", new int[] {24, 24});
        shapes.put("blk.0.ffn_norm.weight", new int[] {1, 24});
        shapes.put("blk.0.ffn_gate.weight", new int[] {40, 24});
        shapes.put("blk.0.ffn_up.weight", new int[] {40, 24});
        shapes.put("blk.0.ffn_down.weight", new int[] {24, 40});
    }

    @Test
    void readsAShapeWithDefaults() throws IOException {
        ModelConfig config = config();
        assertThat(config.vocabularySize()).isEqualTo(50);
        assertThat(config.headDim()).isEqualTo(6);
        assertThat(config.kvHeads()).isEqualTo(2);
        assertThat(config.tiedEmbeddings()).isTrue();
        assertThat(config.norms().epsilon()).isEqualTo(1e-6f);
        assertThat(rope(config).theta()).isEqualTo(10_000f);
        assertThat(rope(config).dimensions()).isEqualTo(6);
        assertThat(rope(config).scaling()).isEqualTo(new RopeScaling.None());
        assertThat(rope(config).layout()).isEqualTo(RopeConfig.Layout.INTERLEAVED);
    }

    @Test
    void readsRopeScalingAndAnOutputMatrix() throws IOException {
        keys.put("llama.rope.freq_base", 5e5f);
        keys.put("llama.rope.dimension_count", 4);
        keys.put("llama.rope.scaling.type", "linear");
        keys.put("llama.rope.scaling.factor", 4f);
        shapes.put("rope_freqs.weight", new int[] {1, 2});
        shapes.put("output.weight", new int[] {50, 24});
        shapes.put("blk.0.attn_q.bias", new int[] {1, 24});
        ModelConfig config = config();
        assertThat(config.tiedEmbeddings()).isFalse();
        assertThat(rope(config).theta()).isEqualTo(5e5f, within(0f));
        assertThat(rope(config).dimensions()).isEqualTo(4);
        assertThat(rope(config).scaling())
                .isInstanceOfSatisfying(
                        RopeScaling.Divided.class,
                        scaling -> assertThat(scaling.divisors()).containsExactly(4f, 4f));
    }

    @Test
    void readsTheScalingOfQwen() throws IOException {
        architecture("qwen2");
        keys.put("qwen2.rope.scaling.type", "yarn");
        keys.put("qwen2.rope.scaling.factor", 4f);
        keys.put("qwen2.rope.scaling.original_context_length", 32);
        RopeConfig rope = rope(config());
        assertThat(rope.layout()).isEqualTo(RopeConfig.Layout.HALVES);
        assertThat(rope.scaling()).isEqualTo(new RopeScaling.Yarn(4, 32, 32, 1, (float) (0.1 * Math.log(4) + 1)));
    }

    @Test
    void readsHeadNormsOfQwen3AndMissesThem() throws IOException {
        architecture("qwen3");
        refused().withMessageContaining("blk.0.attn_q_norm.weight");
        shapes.put("blk.0.attn_q_norm.weight", new int[] {1, 6});
        shapes.put("blk.0.attn_k_norm.weight", new int[] {1, 6});
        assertThat(config().attention().headNorm()).isEqualTo(AttentionConfig.HeadNorm.EACH_HEAD);
    }

    @Test
    void readsGemma2WithTheValuesOfItsPaper() throws IOException {
        architecture("gemma2");
        blocks(2);
        for (String norm : List.of("blk.0.post_attention_norm", "blk.0.post_ffw_norm")) {
            shapes.put(norm + ".weight", new int[] {1, 24});
            shapes.put(norm.replace("blk.0", "blk.1") + ".weight", new int[] {1, 24});
        }
        keys.put("gemma2.attention.sliding_window", 8);
        ModelConfig config = config();
        assertThat(config.attention().scoreCap()).isEqualTo(50);
        assertThat(config.logitCap()).isEqualTo(30);
        assertThat(config.embeddingScale()).isEqualTo((float) Math.sqrt(24));
        assertThat(config.norms().weightOffset()).isZero();
        assertThat(config.attention().layers().stream().map(AttentionConfig.Layer::window))
                .containsExactly(8, AttentionConfig.Layer.UNLIMITED);
        keys.put("gemma2.attn_logit_softcapping", 4f);
        keys.put("gemma2.final_logit_softcapping", 6f);
        assertThat(config().attention().scoreCap()).isEqualTo(4);
        assertThat(config().logitCap()).isEqualTo(6);
    }

    @Test
    void readsPhi3WithFusedTensorsAndTwoSetsOfDivisors() throws IOException {
        architecture("phi3");
        for (String name : List.of("attn_q", "attn_k", "attn_v", "ffn_gate", "ffn_up")) {
            shapes.remove("blk.0." + name + ".weight");
        }
        shapes.put("blk.0.attn_qkv.weight", new int[] {48, 24});
        shapes.put("blk.0.ffn_up.weight", new int[] {80, 24});
        shapes.put("rope_factors_short.weight", new int[] {1, 2});
        shapes.put("rope_factors_long.weight", new int[] {1, 2});
        keys.put("phi3.rope.dimension_count", 4);
        keys.put("phi3.rope.scaling.original_context_length", 32);
        keys.put("phi3.rope.scaling.attn_factor", 1.25f);
        keys.put("phi3.attention.sliding_window", 9);
        ModelConfig config = config();
        assertThat(config.attention().layers().getFirst().window()).isEqualTo(9);
        assertThat(rope(config).scaling()).isInstanceOfSatisfying(RopeScaling.LongRope.class, scaling -> {
            assertThat(scaling.amplitude()).isEqualTo(1.25f);
            assertThat(scaling.originalContext()).isEqualTo(32);
        });
        shapes.remove("rope_factors_short.weight");
        refused().withMessageContaining("rope_factors_short.weight");
    }

    @Test
    void readsOlmo2WithNormsBehindItsBranchesButNotOlmo3() throws IOException {
        architecture("olmo2");
        shapes.remove("blk.0.attn_norm.weight");
        shapes.remove("blk.0.ffn_norm.weight");
        shapes.put("blk.0.post_attention_norm.weight", new int[] {1, 24});
        shapes.put("blk.0.post_ffw_norm.weight", new int[] {1, 24});
        shapes.put("blk.0.attn_q_norm.weight", new int[] {1, 24});
        shapes.put("blk.0.attn_k_norm.weight", new int[] {1, 12});
        assertThat(config().norms().placement()).isEqualTo(NormConfig.Placement.AFTER);
        keys.put("olmo2.attention.sliding_window", 16);
        refused().withMessageContaining("OLMo 3");
    }

    @Test
    void everyFourthLayerOfSmolLm3DoesNotRotate() throws IOException {
        architecture("smollm3");
        blocks(5);
        assertThat(config().attention().layers().stream().map(layer -> layer.rope() != null))
                .containsExactly(true, true, true, false, true);
    }

    @Test
    void namesATensorOfAnotherShapeAndBothShapes() {
        shapes.put("blk.0.attn_k.weight", new int[] {24, 24});
        refused().withMessageContaining("blk.0.attn_k.weight is 24 x 24").withMessageContaining("asks for 12 x 24");
    }

    @Test
    void namesATensorThatIsMissingOrTooMany() {
        int[] shape = shapes.remove("blk.0.ffn_up.weight");
        refused().withMessageContaining("blk.0.ffn_up.weight");
        shapes.put("blk.0.ffn_up.weight", shape);
        shapes.put("blk.0.attn_q_norm.weight", new int[] {1, 6});
        refused().withMessageContaining("blk.0.attn_q_norm.weight is no part of a llama model");
    }

    @Test
    void aBiasMustFitToo() {
        shapes.put("blk.0.ffn_gate.bias", new int[] {1, 24});
        refused().withMessageContaining("blk.0.ffn_gate.bias");
    }

    @Test
    void refusesWhatItWouldComputeWrong() {
        refusedWith("general.architecture", "falcon")
                .withMessageContaining("falcon")
                .withMessageContaining("supported are llama, qwen2, qwen3, gemma2, gemma3, smollm3, phi3, olmo2");
        refusedWith("llama.expert_count", 8).withMessageContaining("experts");
        refusedWith("llama.rope.scaling.type", "dynamic").withMessageContaining("supported are none, linear, yarn");
        refusedWith("llama.rope.scaling.type", "yarn").withMessageContaining("llama.rope.scaling.factor");
        refusedWith("llama.attention.value_length", 8).withMessageContaining("value_length");
        refusedWith("llama.attention.head_count_kv", 3).withMessageContaining("does not divide");
        refusedWith("llama.vocab_size", 49).withMessageContaining("token_embd.weight has 50 rows");
    }

    @Test
    void refusesNumbersWithoutSense() {
        refusedWith("llama.attention.head_count", 0).withMessageContaining("head_count");
        refusedWith("llama.attention.head_count", 5).withMessageContaining("5 heads");
        refusedWith("llama.block_count", Integer.MAX_VALUE).withMessageContaining("llama.block_count");
        refusedWith("llama.block_count", 2).withMessageContaining("blk.1.attn_norm.weight");
        refusedWith("llama.attention.layer_norm_rms_epsilon", Float.NaN).withMessageContaining("epsilon");
        refusedWith("llama.rope.freq_base", -1f).withMessageContaining("freq_base");
        refusedWith("llama.rope.dimension_count", 5).withMessageContaining("dimension_count");
        refusedWith("llama.rope.dimension_count", 8).withMessageContaining("dimension_count");
        refusedWith("llama.embedding_length", "24").withMessageContaining("llama.embedding_length");
    }

    private void architecture(String name) {
        Map<String, Object> renamed = new LinkedHashMap<>();
        keys.forEach((key, value) -> renamed.put(key.replace("llama.", name + "."), value));
        keys.clear();
        keys.putAll(renamed);
        keys.put("general.architecture", name);
    }

    private void blocks(int count) {
        Map<String, int[]> first = new LinkedHashMap<>(shapes);
        for (int i = 1; i < count; i++) {
            String block = "blk." + i + ".";
            first.forEach((name, shape) -> shapes.put(name.replace("blk.0.", block), shape));
        }
        keys.put(keys.get("general.architecture") + ".block_count", count);
    }

    private ThrowableAssertAlternative<ModelFormatException> refusedWith(String key, Object value) {
        Object before = keys.put(key, value);
        ThrowableAssertAlternative<ModelFormatException> refusal = refused();
        if (before == null) {
            keys.remove(key);
        } else {
            keys.put(key, before);
        }
        return refusal;
    }

    private ThrowableAssertAlternative<ModelFormatException> refused() {
        return assertThatExceptionOfType(ModelFormatException.class).isThrownBy(this::config);
    }

    private ModelConfig config() throws IOException {
        GgufWriter writer = new GgufWriter();
        keys.forEach((key, value) -> {
            switch (value) {
                case String text -> writer.string(key, text);
                case Integer number -> writer.uint32(key, number);
                case Float number -> writer.float32(key, number);
                default -> throw new IllegalArgumentException(key);
            }
        });
        shapes.forEach((name, shape) -> writer.tensor(name, TensorFormat.F32, shape[0], shape[1], ones(shape)));
        Path path = folder.resolve("model.gguf");
        writer.write(path);
        try (GgufFile file = GgufFile.open(path)) {
            return file.config();
        }
    }

    private static RopeConfig rope(ModelConfig config) {
        return config.attention().ropes().getFirst();
    }

    private static Consumer<MemorySegment> ones(int[] shape) {
        float[] values = new float[shape[0] * shape[1]];
        Arrays.fill(values, 1f);
        return TensorEncoder.of(TensorFormat.F32, values);
    }
}
