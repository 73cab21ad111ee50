package io.tokenrouter.engine.llamacpp;

import io.tokenrouter.engine.fixtures.RandomModel;
import io.tokenrouter.engine.model.GgufWriter;
import io.tokenrouter.engine.model.ModelConfig;
import io.tokenrouter.engine.model.RopeConfig;
import io.tokenrouter.engine.tensor.Tensor;
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
        RopeConfig rope = config.attention().ropes().getFirst();
        int[] types = new int[config.vocabularySize()];
        Arrays.fill(types, NORMAL);
        types[types.length - 1] = CONTROL;
        GgufWriter writer = new GgufWriter()
                .string("general.architecture", config.architecture())
                .string("general.name", config.name())
                .uint32("llama.block_count", config.layers())
                .uint32("llama.context_length", config.contextLength())
                .uint32("llama.embedding_length", config.hiddenSize())
                .uint32("llama.feed_forward_length", config.feedForwardSize())
                .uint32("llama.attention.head_count", config.heads())
                .uint32("llama.attention.head_count_kv", config.kvHeads())
                .uint32("llama.attention.key_length", config.headDim())
                .uint32("llama.attention.value_length", config.headDim())
                .float32(
                        "llama.attention.layer_norm_rms_epsilon", config.norms().epsilon())
                .float32("llama.rope.freq_base", rope.theta())
                .uint32("llama.rope.dimension_count", rope.dimensions())
                .uint32("llama.vocab_size", config.vocabularySize())
                .string("tokenizer.ggml.model", "gpt2")
                .string("tokenizer.ggml.pre", "smollm")
                .strings("tokenizer.ggml.tokens", pieces(config.vocabularySize()))
                .int32s("tokenizer.ggml.token_type", types)
                .strings("tokenizer.ggml.merges", List.of())
                .uint32("tokenizer.ggml.eos_token_id", config.vocabularySize() - 1)
                .bool("tokenizer.ggml.add_bos_token", false);
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
}
