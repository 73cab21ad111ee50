package io.tokenrouter.demo.training;

import io.tokenrouter.engine.model.GgufWriter;
import io.tokenrouter.engine.model.TensorEncoder;
import io.tokenrouter.engine.tensor.TensorFormat;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * Writes a checkpoint of the demo pair as a GGUF file that any Llama engine reads: matrices in BF16, which holds the trained
 * weights exactly, norms in F32.
 */
final class DemoGguf {

    static final String CHAT_TEMPLATE =
            "{% for m in messages %}{{ '<|' + m['role'] + '|>' + m['content'] + '<|end|>' }}{% endfor %}"
                    + "{% if add_generation_prompt %}{{ '<|assistant|>' }}{% endif %}";

    private static final int CONTEXT_LENGTH = 512;
    private static final int FILE_TYPE_MOSTLY_BF16 = 32;
    private static final int NORMAL_TOKEN = 1;
    private static final int CONTROL_TOKEN = 3;

    private final Checkpoint checkpoint;
    private final Checkpoint.Shape shape;
    private final GgufWriter writer = new GgufWriter();

    private DemoGguf(Checkpoint checkpoint) {
        this.checkpoint = checkpoint;
        this.shape = checkpoint.shape();
    }

    /** @param name shown to people, for example {@code TokenRouter demo small} */
    static void write(Checkpoint checkpoint, DemoTokenizer tokenizer, String name, Path file) throws IOException {
        DemoGguf gguf = new DemoGguf(checkpoint);
        gguf.describeModel(name);
        gguf.describeTokenizer(tokenizer);
        gguf.addTensors();
        gguf.writer.write(file);
    }

    private void describeModel(String name) {
        writer.string("general.architecture", "llama")
                .string("general.type", "model")
                .string("general.name", name)
                .string("general.license", "apache-2.0")
                .uint32("general.file_type", FILE_TYPE_MOSTLY_BF16)
                .uint32("llama.block_count", shape.layers())
                .uint32("llama.context_length", CONTEXT_LENGTH)
                .uint32("llama.embedding_length", shape.hidden())
                .uint32("llama.feed_forward_length", shape.feedForward())
                .uint32("llama.attention.head_count", shape.heads())
                .uint32("llama.attention.head_count_kv", shape.kvHeads())
                .uint32("llama.attention.key_length", shape.headDim())
                .uint32("llama.attention.value_length", shape.headDim())
                .float32("llama.attention.layer_norm_rms_epsilon", 1e-5f)
                .float32("llama.rope.freq_base", 10_000f)
                .uint32("llama.rope.dimension_count", shape.headDim())
                .uint32("llama.vocab_size", shape.vocabulary());
    }

    private void describeTokenizer(DemoTokenizer tokenizer) {
        int[] types = new int[tokenizer.tokens().size()];
        Arrays.fill(types, NORMAL_TOKEN);
        Arrays.fill(types, 0, DemoTokenizer.CONTROL.size(), CONTROL_TOKEN);
        writer.string("tokenizer.ggml.model", "gpt2")
                .string("tokenizer.ggml.pre", "smollm")
                .strings("tokenizer.ggml.tokens", tokenizer.tokens())
                .int32s("tokenizer.ggml.token_type", types)
                .strings(
                        "tokenizer.ggml.merges",
                        tokenizer.merges().stream()
                                .map(merge -> merge.left() + " " + merge.right())
                                .toList())
                .uint32("tokenizer.ggml.eos_token_id", DemoTokenizer.END)
                .uint32("tokenizer.ggml.padding_token_id", DemoTokenizer.PAD)
                .bool("tokenizer.ggml.add_bos_token", false)
                .bool("tokenizer.ggml.add_space_prefix", false)
                .string("tokenizer.chat_template", CHAT_TEMPLATE);
    }

    private void addTensors() {
        int queries = shape.heads() * shape.headDim();
        int keys = shape.kvHeads() * shape.headDim();
        matrix("token_embd.weight", shape.vocabulary(), shape.hidden(), source("model.embed_tokens"));
        norm("output_norm.weight", source("model.norm"));
        for (int layer = 0; layer < shape.layers(); layer++) {
            String from = "model.layers." + layer + ".";
            String to = "blk." + layer + ".";
            norm(to + "attn_norm.weight", source(from + "input_layernorm"));
            matrix(to + "attn_q.weight", queries, shape.hidden(), interleaved(source(from + "self_attn.q_proj")));
            matrix(to + "attn_k.weight", keys, shape.hidden(), interleaved(source(from + "self_attn.k_proj")));
            matrix(to + "attn_v.weight", keys, shape.hidden(), source(from + "self_attn.v_proj"));
            matrix(to + "attn_output.weight", shape.hidden(), queries, source(from + "self_attn.o_proj"));
            norm(to + "ffn_norm.weight", source(from + "post_attention_layernorm"));
            matrix(to + "ffn_gate.weight", shape.feedForward(), shape.hidden(), source(from + "mlp.gate_proj"));
            matrix(to + "ffn_up.weight", shape.feedForward(), shape.hidden(), source(from + "mlp.up_proj"));
            matrix(to + "ffn_down.weight", shape.hidden(), shape.feedForward(), source(from + "mlp.down_proj"));
        }
    }

    /**
     * GGUF's Llama files rotate dimensions 2i and 2i + 1 together, Hugging Face's i and i + d/2: the rows of each head of
     * the query and key matrices change their order accordingly.
     */
    private float[] interleaved(float[] halves) {
        int half = shape.headDim() / 2;
        int rows = halves.length / shape.hidden();
        float[] pairs = new float[halves.length];
        for (int row = 0; row < rows; row++) {
            int within = row % shape.headDim();
            int target = row - within + 2 * (within % half) + within / half;
            System.arraycopy(halves, row * shape.hidden(), pairs, target * shape.hidden(), shape.hidden());
        }
        return pairs;
    }

    private float[] source(String name) {
        return checkpoint.tensor(name + ".weight");
    }

    private void matrix(String name, int rows, int columns, float[] values) {
        writer.tensor(name, TensorFormat.BF16, rows, columns, TensorEncoder.of(TensorFormat.BF16, values));
    }

    private void norm(String name, float[] values) {
        writer.tensor(name, TensorFormat.F32, 1, values.length, TensorEncoder.of(TensorFormat.F32, values));
    }
}
