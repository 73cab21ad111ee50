package io.tokenrouter.engine.model;

import io.tokenrouter.engine.tensor.Tensor;
import io.tokenrouter.engine.tensor.TensorFormat;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.Collections;
import org.jspecify.annotations.Nullable;

/** Reads the {@code llama.*} keys of a GGUF file. */
final class LlamaConfigReader {

    private static final String ARCHITECTURE = "llama";
    private static final ValueLayout.OfFloat FLOAT =
            ValueLayout.JAVA_FLOAT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    private final GgufMetadata metadata;
    private final ModelWeights weights;

    private LlamaConfigReader(GgufMetadata metadata, ModelWeights weights) {
        this.metadata = metadata;
        this.weights = weights;
    }

    static ModelConfig read(GgufMetadata metadata, ModelWeights weights) {
        String architecture = metadata.string("general.architecture");
        if (!architecture.equals(ARCHITECTURE)) {
            throw new ModelFormatException("the architecture " + Untrusted.name(architecture)
                    + " is not supported; supported is " + ARCHITECTURE);
        }
        return new LlamaConfigReader(metadata, weights).read();
    }

    private ModelConfig read() {
        if (metadata.integer(key("expert_count"), 0, Integer.MAX_VALUE, 0) > 0) {
            throw new ModelFormatException("models with experts (llama.expert_count) are not supported");
        }
        int hidden = width("embedding_length");
        int heads = width("attention.head_count");
        int kvHeads = metadata.integer(key("attention.head_count_kv"), 1, Limits.WIDTH, heads);
        if (heads % kvHeads != 0) {
            throw new ModelFormatException(
                    "llama.attention.head_count_kv is " + kvHeads + ", which does not divide the " + heads + " heads");
        }
        int headDim = headDim(hidden, heads);
        return new ModelConfig(
                ARCHITECTURE,
                Untrusted.name(metadata.string("general.name", "")),
                vocabularySize(),
                hidden,
                width("feed_forward_length"),
                metadata.integer(key("context_length"), 1, Limits.CONTEXT),
                new AttentionConfig(
                        heads,
                        kvHeads,
                        headDim,
                        AttentionConfig.defaultScale(headDim),
                        0,
                        AttentionConfig.HeadNorm.NONE,
                        Collections.nCopies(
                                metadata.integer(key("block_count"), 1, Limits.LAYERS),
                                new AttentionConfig.Layer(AttentionConfig.Layer.UNLIMITED, rope(headDim)))),
                new NormConfig(positive("attention.layer_norm_rms_epsilon", null), NormConfig.Placement.BEFORE, 0),
                GateActivation.SILU,
                1,
                0,
                weights.find("output.weight") == null);
    }

    private int vocabularySize() {
        int rows = weights.get("token_embd.weight").rows();
        if (metadata.integer(key("vocab_size"), 1, Integer.MAX_VALUE, rows) != rows) {
            throw new ModelFormatException(
                    "llama.vocab_size is " + metadata.integer(key("vocab_size"), 1, Integer.MAX_VALUE)
                            + ", but the tensor token_embd.weight has " + rows + " rows");
        }
        return rows;
    }

    private int headDim(int hidden, int heads) {
        if (!metadata.has(key("attention.key_length")) && hidden % heads != 0) {
            throw new ModelFormatException(
                    "llama.embedding_length " + hidden + " cannot be shared by " + heads + " heads");
        }
        int keyLength = metadata.integer(key("attention.key_length"), 1, Limits.WIDTH, hidden / heads);
        int valueLength = metadata.integer(key("attention.value_length"), 1, Limits.WIDTH, hidden / heads);
        if (keyLength != valueLength) {
            throw new ModelFormatException("llama.attention.key_length is " + keyLength + " and value_length "
                    + valueLength + "; different widths are not supported");
        }
        if ((long) keyLength * heads > Limits.WIDTH) {
            throw new ModelFormatException(heads + " heads of width " + keyLength + " are more than " + Limits.WIDTH);
        }
        return keyLength;
    }

    private RopeConfig rope(int headDim) {
        int dimensions = metadata.integer(key("rope.dimension_count"), 2, Limits.WIDTH, headDim);
        if (dimensions % 2 != 0 || dimensions > headDim) {
            throw new ModelFormatException("llama.rope.dimension_count is " + dimensions
                    + "; it must be even and at most the head width " + headDim);
        }
        return new RopeConfig(
                positive("rope.freq_base", 10_000f), dimensions, scaling(dimensions), RopeConfig.Layout.INTERLEAVED);
    }

    /** A file may have both; their effects multiply. */
    private RopeScaling scaling(int dimensions) {
        float linear = linearFactor();
        float[] divisors = frequencyFactors(dimensions);
        if (divisors.length == 0) {
            return linear == 1 ? new RopeScaling.None() : new RopeScaling.Linear(linear);
        }
        for (int i = 0; i < divisors.length; i++) {
            divisors[i] *= linear;
        }
        return new RopeScaling.Divided(divisors);
    }

    private float linearFactor() {
        String scaling =
                metadata.string(key("rope.scaling.type"), metadata.has(key("rope.scale_linear")) ? "linear" : "none");
        return switch (scaling) {
            case "none" -> 1f;
            case "linear" -> positive("rope.scaling.factor", positive("rope.scale_linear", 1f));
            default ->
                throw new ModelFormatException("llama.rope.scaling.type " + Untrusted.name(scaling)
                        + " is not supported; supported are none and linear");
        };
    }

    private float[] frequencyFactors(int dimensions) {
        Tensor stored = weights.find("rope_freqs.weight");
        if (stored == null) {
            return new float[0];
        }
        WeightShapes.require(stored, 1, dimensions / 2);
        if (stored.format() != TensorFormat.F32) {
            throw new ModelFormatException("the tensor rope_freqs.weight is " + stored.format() + ", not F32");
        }
        float[] factors = new float[dimensions / 2];
        for (int i = 0; i < factors.length; i++) {
            factors[i] = stored.data().get(FLOAT, (long) i * Float.BYTES);
            if (!(factors[i] > 0) || Float.isInfinite(factors[i])) {
                throw new ModelFormatException(
                        "the tensor rope_freqs.weight holds " + factors[i] + " at " + i + "; factors must be positive");
            }
        }
        return factors;
    }

    private int width(String name) {
        return metadata.integer(key(name), 1, Limits.WIDTH);
    }

    private float positive(String name, @Nullable Float absent) {
        float value = absent == null ? metadata.number(key(name)) : metadata.number(key(name), absent);
        if (!(value > 0) || Float.isInfinite(value)) {
            throw new ModelFormatException("the metadata key " + key(name) + " is " + value + "; it must be positive");
        }
        return value;
    }

    private static String key(String name) {
        return ARCHITECTURE + "." + name;
    }
}
