package io.tokenrouter.engine.llamacpp;

import io.tokenrouter.engine.fixtures.RandomModel;
import io.tokenrouter.engine.model.AttentionConfig;
import io.tokenrouter.engine.model.GgufWriter;
import io.tokenrouter.engine.model.ModelConfig;
import io.tokenrouter.engine.model.RopeConfig;
import io.tokenrouter.engine.model.RopeScaling;
import io.tokenrouter.engine.model.TensorEncoder;
import io.tokenrouter.engine.tensor.Tensor;
import io.tokenrouter.engine.tensor.TensorFormat;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Random models as GGUF files with a vocabulary in which every token has a text of its own: the letters a to z, then pairs of
 * letters that no merge makes, so that a prompt of letters is one token a letter. The last id is the end token.
 */
final class LetterModels {

    private static final int LETTERS = 26;
    private static final int NORMAL = 1;
    private static final int CONTROL = 3;

    private LetterModels() {}

    static List<String> pieces(int size) {
        List<String> pieces = new ArrayList<>();
        for (int id = 0; id < size - 1; id++) {
            String last = Character.toString('a' + id % LETTERS);
            pieces.add(id < LETTERS ? last : Character.toString('A' + id / LETTERS - 1) + last);
        }
        pieces.add("<|end|>");
        return pieces;
    }

    static void write(RandomModel model, Path file) throws IOException {
        ModelConfig config = model.config();
        RopeConfig rope = config.attention().ropes().getLast();
        String architecture = config.architecture();
        int[] types = new int[config.vocabularySize()];
        Arrays.fill(types, NORMAL);
        types[types.length - 1] = CONTROL;
        GgufWriter writer = new GgufWriter()
                .string("general.architecture", config.architecture())
                .string("general.name", config.name())
                .uint32(architecture + ".block_count", config.layers())
                .uint32(architecture + ".context_length", config.contextLength())
                .uint32(architecture + ".embedding_length", config.hiddenSize())
                .uint32(architecture + ".feed_forward_length", config.feedForwardSize())
                .uint32(architecture + ".attention.head_count", config.heads())
                .uint32(architecture + ".attention.head_count_kv", config.kvHeads())
                .uint32(architecture + ".attention.key_length", config.headDim())
                .uint32(architecture + ".attention.value_length", config.headDim())
                .float32(
                        architecture + ".attention.layer_norm_rms_epsilon",
                        config.norms().epsilon())
                .float32(architecture + ".rope.freq_base", rope.theta())
                .uint32(architecture + ".rope.dimension_count", rope.dimensions())
                .uint32(architecture + ".vocab_size", config.vocabularySize())
                .string("tokenizer.ggml.model", "gpt2")
                .string("tokenizer.ggml.pre", "smollm")
                .strings("tokenizer.ggml.tokens", pieces(config.vocabularySize()))
                .int32s("tokenizer.ggml.token_type", types)
                .strings("tokenizer.ggml.merges", List.of())
                .uint32("tokenizer.ggml.eos_token_id", config.vocabularySize() - 1)
                .bool("tokenizer.ggml.add_bos_token", false);
        scaling(rope, architecture + ".rope.scaling.", writer);
        writer.uint32(architecture + ".attention.sliding_window", window(config));
        if (config.logitCap() > 0) {
            writer.float32(
                    architecture + ".attn_logit_softcapping", config.attention().scoreCap());
            writer.float32(architecture + ".final_logit_softcapping", config.logitCap());
        }
        for (Tensor tensor : model.tensors().values()) {
            writer.tensor(
                    tensor.name(),
                    tensor.format(),
                    tensor.rows(),
                    tensor.columns(),
                    destination -> destination.copyFrom(tensor.data()));
        }
        writer.write(file);
    }

    /** That of the first layer, which has one wherever a layer has; 0 for none. */
    private static int window(ModelConfig config) {
        int window = config.attention().layers().getFirst().window();
        return window == AttentionConfig.Layer.UNLIMITED ? 0 : window;
    }

    private static void scaling(RopeConfig rope, String prefix, GgufWriter writer) {
        switch (rope.scaling()) {
            case RopeScaling.Linear linear ->
                writer.string(prefix + "type", "linear").float32(prefix + "factor", linear.factor());
            case RopeScaling.Yarn yarn ->
                writer.string(prefix + "type", "yarn")
                        .float32(prefix + "factor", yarn.factor())
                        .uint32(prefix + "original_context_length", yarn.originalContext());
            case RopeScaling.LongRope longRope -> {
                writer.uint32(prefix + "original_context_length", longRope.originalContext())
                        .float32(prefix + "attn_factor", longRope.amplitude());
                divisors("rope_factors_short.weight", longRope.shortDivisors(), writer);
                divisors("rope_factors_long.weight", longRope.longDivisors(), writer);
            }
            default -> {}
        }
    }

    private static void divisors(String name, float[] values, GgufWriter writer) {
        writer.tensor(name, TensorFormat.F32, 1, values.length, TensorEncoder.of(TensorFormat.F32, values));
    }
}
