package io.tokenrouter.bench.decode;

import io.tokenrouter.engine.model.GgufWriter;
import io.tokenrouter.engine.model.TensorEncoder;
import io.tokenrouter.engine.tensor.TensorFormat;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/**
 * A Llama model with random weights and a vocabulary in which every letter is a token: its speed is that of a trained model
 * of the same shape.
 *
 * @param layers number of blocks
 * @param width of the residual stream; a multiple of 32, as is {@code feedForward}
 * @param heads query heads; divides {@code width}
 * @param kvHeads divides {@code heads}
 * @param vocabulary at least 257: one end token and all bytes
 * @param context most positions
 */
record RandomModel(int layers, int width, int feedForward, int heads, int kvHeads, int vocabulary, int context) {

    /** About 135 million parameters, embedding and output tied. */
    static final RandomModel OF_135M = new RandomModel(30, 576, 1536, 9, 3, 49152, 2048);

    /** Keeps logits near 1 and the residual stream from growing. */
    private static final double DEVIATION = 0.02;

    private static final int BYTES = 256;

    /** Writes the model as GGUF; matrices in {@code format}, norms in F32. The same seed gives the same file. */
    void write(Path file, TensorFormat format, long seed) throws IOException {
        GgufWriter gguf = new GgufWriter();
        describe(gguf);
        int kvWidth = width / heads * kvHeads;
        gguf.tensor("token_embd.weight", format, vocabulary, width, data -> embedding(data, format, seed));
        norm(gguf, "output_norm.weight");
        for (int layer = 0; layer < layers; layer++) {
            String block = "blk." + layer + ".";
            norm(gguf, block + "attn_norm.weight");
            matrix(gguf, block + "attn_q.weight", format, width, width, seed);
            matrix(gguf, block + "attn_k.weight", format, kvWidth, width, seed);
            matrix(gguf, block + "attn_v.weight", format, kvWidth, width, seed);
            matrix(gguf, block + "attn_output.weight", format, width, width, seed);
            norm(gguf, block + "ffn_norm.weight");
            matrix(gguf, block + "ffn_gate.weight", format, feedForward, width, seed);
            matrix(gguf, block + "ffn_up.weight", format, feedForward, width, seed);
            matrix(gguf, block + "ffn_down.weight", format, width, feedForward, seed);
        }
        gguf.write(file);
    }

    private void describe(GgufWriter gguf) {
        gguf.string("general.architecture", "llama")
                .string("general.name", "random")
                .uint32("llama.block_count", layers)
                .uint32("llama.context_length", context)
                .uint32("llama.embedding_length", width)
                .uint32("llama.feed_forward_length", feedForward)
                .uint32("llama.attention.head_count", heads)
                .uint32("llama.attention.head_count_kv", kvHeads)
                .uint32("llama.rope.dimension_count", width / heads)
                .float32("llama.rope.freq_base", 10_000f)
                .float32("llama.attention.layer_norm_rms_epsilon", 1e-5f)
                .uint32("llama.vocab_size", vocabulary)
                .string("tokenizer.ggml.model", "gpt2")
                .string("tokenizer.ggml.pre", "default")
                .strings("tokenizer.ggml.tokens", tokens())
                .int32s("tokenizer.ggml.token_type", tokenTypes())
                .strings("tokenizer.ggml.merges", List.of())
                .uint32("tokenizer.ggml.bos_token_id", 0)
                .uint32("tokenizer.ggml.eos_token_id", 0)
                .bool("tokenizer.ggml.add_bos_token", false);
    }

    /** The end token, all bytes, and words of letters that no merge leads to. */
    private List<String> tokens() {
        List<String> tokens = new ArrayList<>(vocabulary);
        tokens.add("<|end|>");
        for (int b = 0; b < BYTES; b++) {
            tokens.add(Character.toString(byteLetter(b)));
        }
        for (int id = tokens.size(); id < vocabulary; id++) {
            tokens.add("w" + Integer.toString(id, 36));
        }
        return tokens;
    }

    private int[] tokenTypes() {
        int[] types = new int[vocabulary];
        Arrays.fill(types, 1);
        types[0] = 3;
        return types;
    }

    /** The letter that stands for a byte in a byte-level vocabulary: itself where it is printable, else from U+0100 on. */
    private static int byteLetter(int value) {
        int hidden = 0;
        for (int b = 0; b < value; b++) {
            hidden += isPrintable(b) ? 0 : 1;
        }
        return isPrintable(value) ? value : BYTES + hidden;
    }

    private static boolean isPrintable(int b) {
        return (b >= '!' && b <= '~') || (b >= 0xa1 && b <= 0xac) || (b >= 0xae && b <= 0xff);
    }

    private void norm(GgufWriter gguf, String name) {
        float[] ones = new float[width];
        Arrays.fill(ones, 1f);
        gguf.tensor(name, TensorFormat.F32, 1, width, TensorEncoder.of(TensorFormat.F32, ones));
    }

    private static void matrix(GgufWriter gguf, String name, TensorFormat format, int rows, int columns, long seed) {
        gguf.tensor(name, format, rows, columns, data -> fill(data, format, rows, columns, seed ^ name.hashCode(), 0));
    }

    /** The end token and the bytes have rows of zeros: some other logit is always larger, so all output is whole words. */
    private void embedding(MemorySegment data, TensorFormat format, long seed) {
        fill(data, format, vocabulary, width, seed, 1 + BYTES);
    }

    private static void fill(MemorySegment data, TensorFormat format, int rows, int columns, long seed, int zeroRows) {
        SplittableRandom random = new SplittableRandom(seed);
        float spread = (float) (DEVIATION * Math.sqrt(12));
        float[] row = new float[columns];
        long bytes = format.bytesFor(columns);
        for (int r = 0; r < rows; r++) {
            for (int c = 0; c < columns; c++) {
                row[c] = r < zeroRows ? 0f : ((random.nextInt() >>> 8) * 0x1p-24f - 0.5f) * spread;
            }
            TensorEncoder.encode(format, row, data.asSlice(r * bytes, bytes));
        }
    }
}
