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
import java.util.Map;
import java.util.function.Consumer;
import org.assertj.core.api.ThrowableAssertAlternative;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LlamaConfigTest {

    @TempDir
    Path folder;

    private final Map<String, Object> keys = new LinkedHashMap<>();
    private final Map<String, int[]> shapes = new LinkedHashMap<>();

    LlamaConfigTest() {
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
        refusedWith("general.architecture", "qwen2").withMessageContaining("qwen2");
        refusedWith("llama.expert_count", 8).withMessageContaining("experts");
        refusedWith("llama.rope.scaling.type", "yarn").withMessageContaining("yarn");
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
