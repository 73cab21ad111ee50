package io.tokenrouter.gpu.verify;

import io.tokenrouter.engine.model.AttentionConfig;
import io.tokenrouter.engine.model.AttentionConfig.HeadNorm;
import io.tokenrouter.engine.model.GateActivation;
import io.tokenrouter.engine.model.ModelConfig;
import io.tokenrouter.engine.model.ModelWeights;
import io.tokenrouter.engine.model.NormConfig;
import io.tokenrouter.engine.model.RopeConfig;
import io.tokenrouter.engine.model.RopeScaling;
import io.tokenrouter.engine.tensor.Tensor;
import io.tokenrouter.engine.tensor.TensorFormat;
import java.lang.foreign.Arena;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A model of any size that is made within a second: all its matrices of one width are views of the same pseudo-random numbers, each from
 * another place. Nothing that is computed depends on what the numbers are, and no two rows of a matrix are equal. The embedding is the
 * output matrix.
 */
final class SyntheticModel implements ModelWeights {

    /**
     * Widths of a model.
     *
     * @param inner width of the feed-forward layer
     * @param headNorm norms of queries and keys, and no biases; otherwise biases of queries, keys and values
     */
    record Shape(
            String name,
            int vocabulary,
            int hidden,
            int layers,
            int heads,
            int kvHeads,
            int headDim,
            int inner,
            boolean headNorm) {

        /** As Qwen2.5-0.5B. */
        static final Shape SMALL = new Shape("small (0.5B)", 151_936, 896, 24, 14, 2, 64, 4864, false);

        /** As Qwen3-4B. */
        static final Shape LARGE = new Shape("large (4B)", 151_936, 2560, 36, 32, 8, 128, 9728, true);

        /** Real widths, few layers: what the processor can follow. All blocks of all formats fit its rows. */
        static final Shape WIDE = new Shape("wide", 32_000, 1024, 4, 16, 4, 64, 3072, false);

        static final Shape TINY_SMALL = new Shape("tiny small", 96, 64, 1, 2, 1, 32, 64, false);
        static final Shape TINY_LARGE = new Shape("tiny large", 96, 64, 2, 2, 1, 32, 96, true);
        static final Shape TINY_WIDE = new Shape("tiny wide", 96, 256, 1, 4, 2, 64, 256, false);
    }

    private static final int CONTEXT = 8192;

    private final Shape shape;
    private final TensorFormat format;
    private final ModelConfig config;
    private final Arena arena = Arena.ofShared();
    private final Map<String, Tensor> tensors = new HashMap<>();

    SyntheticModel(Shape shape, TensorFormat format) {
        this.shape = shape;
        this.format = format;
        RopeConfig rope = new RopeConfig(1e6f, shape.headDim(), new RopeScaling.None(), RopeConfig.Layout.HALVES);
        config = new ModelConfig(
                shape.headNorm() ? "qwen3" : "qwen2",
                shape.name(),
                shape.vocabulary(),
                shape.hidden(),
                shape.inner(),
                CONTEXT,
                new AttentionConfig(
                        shape.heads(),
                        shape.kvHeads(),
                        shape.headDim(),
                        AttentionConfig.defaultScale(shape.headDim()),
                        0,
                        shape.headNorm() ? HeadNorm.EACH_HEAD : HeadNorm.NONE,
                        Collections.nCopies(
                                shape.layers(), new AttentionConfig.Layer(AttentionConfig.Layer.UNLIMITED, rope))),
                new NormConfig(1e-6f, NormConfig.Placement.BEFORE, 0),
                GateActivation.SILU,
                1,
                0,
                true);
        fill();
    }

    private void fill() {
        int hidden = shape.hidden();
        int queries = shape.heads() * shape.headDim();
        int keys = shape.kvHeads() * shape.headDim();
        RepeatedNumbers ofHidden = new RepeatedNumbers(
                arena, format, hidden, Math.max(shape.vocabulary(), Math.max(shape.inner(), queries)));
        RepeatedNumbers ofQueries = queries == hidden ? ofHidden : new RepeatedNumbers(arena, format, queries, hidden);
        RepeatedNumbers ofInner = new RepeatedNumbers(arena, format, shape.inner(), hidden);
        int widest = Math.max(Math.max(hidden, queries), Math.max(keys, shape.headDim()));
        RepeatedNumbers small = new RepeatedNumbers(arena, TensorFormat.F32, widest, 1);
        add(ofHidden, "token_embd.weight", shape.vocabulary());
        for (int layer = 0; layer < shape.layers(); layer++) {
            String block = "blk." + layer + ".";
            one(block + "attn_norm.weight", hidden);
            add(ofHidden, block + "attn_q.weight", queries);
            add(ofHidden, block + "attn_k.weight", keys);
            add(ofHidden, block + "attn_v.weight", keys);
            if (shape.headNorm()) {
                one(block + "attn_q_norm.weight", shape.headDim());
                one(block + "attn_k_norm.weight", shape.headDim());
            } else {
                tensors.put(block + "attn_q.bias", small.vector(block + "attn_q.bias", queries));
                tensors.put(block + "attn_k.bias", small.vector(block + "attn_k.bias", keys));
                tensors.put(block + "attn_v.bias", small.vector(block + "attn_v.bias", keys));
            }
            add(ofQueries, block + "attn_output.weight", hidden);
            one(block + "ffn_norm.weight", hidden);
            add(ofHidden, block + "ffn_gate.weight", shape.inner());
            add(ofHidden, block + "ffn_up.weight", shape.inner());
            add(ofInner, block + "ffn_down.weight", hidden);
        }
        one("output_norm.weight", hidden);
    }

    private void add(RepeatedNumbers numbers, String name, int rows) {
        tensors.put(name, numbers.matrix(name, rows));
    }

    /** A norm whose weights are all 1. */
    private void one(String name, int width) {
        tensors.put(name, RepeatedNumbers.ones(arena, name, width));
    }

    Shape shape() {
        return shape;
    }

    ModelConfig config() {
        return config;
    }

    /** Bytes of the matrices that a step reads whatever its rows are: all of them, since the embedding is the output matrix. */
    long stepBytes() {
        return tensors.values().stream()
                .filter(tensor -> tensor.rows() > 1)
                .mapToLong(tensor -> tensor.data().byteSize())
                .sum();
    }

    /** Floating-point operations of a prompt: two for each weight of the blocks and token, and the products of attention. */
    double prefillOperations(int tokens) {
        double weights = tensors.values().stream()
                .filter(tensor -> tensor.rows() > 1 && !tensor.name().equals("token_embd.weight"))
                .mapToDouble(tensor -> (double) tensor.rows() * tensor.columns())
                .sum();
        double attention = 2.0 * tokens * tokens * shape.heads() * shape.headDim() * shape.layers();
        return 2 * weights * tokens + attention + 2.0 * shape.vocabulary() * shape.hidden();
    }

    @Override
    public @Nullable Tensor find(String name) {
        return tensors.get(name);
    }

    @Override
    public void close() {
        arena.close();
    }
}
