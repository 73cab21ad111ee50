package io.tokenrouter.engine.model;

import io.tokenrouter.engine.tensor.Tensor;
import io.tokenrouter.engine.tensor.TensorFormat;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/** Reads rotary embeddings from the metadata of a GGUF file and from its tensors of divisors. */
record GgufRope(GgufKeys keys, Family family, ModelWeights weights, int headDim) {

    static final String DIVISORS = "rope_freqs.weight";
    static final String SHORT_DIVISORS = "rope_factors_short.weight";
    static final String LONG_DIVISORS = "rope_factors_long.weight";

    private static final ValueLayout.OfFloat FLOAT =
            ValueLayout.JAVA_FLOAT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    /** That of layers without a window. */
    RopeConfig global() {
        int dimensions = keys.integer("rope.dimension_count", 2, Limits.WIDTH, headDim);
        Limits.requireRotated(dimensions, headDim, keys.full("rope.dimension_count"));
        return new RopeConfig(
                keys.positive("rope.freq_base", 1e4f), dimensions, scaling(dimensions), family.layoutInGguf());
    }

    /** That of layers with one; {@code global} itself where the model does not tell them apart. */
    RopeConfig local(RopeConfig global) {
        if (family != Family.GEMMA3) {
            return global;
        }
        return new RopeConfig(
                keys.positive("rope.freq_base_swa", 1e4f),
                global.dimensions(),
                new RopeScaling.None(),
                global.layout());
    }

    private RopeScaling scaling(int dimensions) {
        if (weights.find(LONG_DIVISORS) != null) {
            return new RopeScaling.LongRope(
                    divisors(SHORT_DIVISORS, dimensions),
                    divisors(LONG_DIVISORS, dimensions),
                    originalContext(),
                    keys.positive("rope.scaling.attn_factor", 1));
        }
        String type = keys.string("rope.scaling.type", keys.has("rope.scale_linear") ? "linear" : "none");
        return switch (type) {
            case "none" -> divided(1, dimensions);
            case "linear" ->
                divided(keys.positive("rope.scaling.factor", keys.positive("rope.scale_linear", 1)), dimensions);
            case "yarn" -> yarn();
            default ->
                throw new ModelFormatException(keys.full("rope.scaling.type") + " " + Untrusted.name(type)
                        + " is not supported; supported are none, linear, yarn, and longrope with its tensors "
                        + SHORT_DIVISORS + " and " + LONG_DIVISORS);
        };
    }

    /** A file may have a factor and divisors; their effects multiply. */
    private RopeScaling divided(float factor, int dimensions) {
        if (weights.find(DIVISORS) == null) {
            return factor == 1 ? new RopeScaling.None() : new RopeScaling.Linear(factor);
        }
        float[] divisors = divisors(DIVISORS, dimensions);
        for (int i = 0; i < divisors.length; i++) {
            divisors[i] *= factor;
        }
        return new RopeScaling.Divided(divisors);
    }

    private RopeScaling yarn() {
        if (weights.find(DIVISORS) != null) {
            throw new ModelFormatException("YaRN with the tensor " + DIVISORS + " is not supported");
        }
        float factor = keys.positive("rope.scaling.factor");
        return new RopeScaling.Yarn(
                factor,
                originalContext(),
                keys.positive("rope.scaling.yarn_beta_fast", 32),
                keys.positive("rope.scaling.yarn_beta_slow", 1),
                keys.positive("rope.scaling.attn_factor", 1) * RopeScaling.Yarn.amplitudeFor(factor, 1));
    }

    private int originalContext() {
        int context = keys.integer("context_length", 1, Limits.CONTEXT);
        return keys.integer("rope.scaling.original_context_length", 1, Limits.CONTEXT, context);
    }

    private float[] divisors(String name, int dimensions) {
        Tensor stored = weights.get(name);
        WeightShapes.require(stored, 1, dimensions / 2);
        if (stored.format() != TensorFormat.F32) {
            throw new ModelFormatException("the tensor " + name + " is " + stored.format() + ", not F32");
        }
        float[] divisors = new float[dimensions / 2];
        for (int i = 0; i < divisors.length; i++) {
            divisors[i] = stored.data().get(FLOAT, (long) i * Float.BYTES);
            if (!(divisors[i] > 0) || Float.isInfinite(divisors[i])) {
                throw new ModelFormatException(
                        "the tensor " + name + " holds " + divisors[i] + " at " + i + "; divisors must be positive");
            }
        }
        return divisors;
    }
}
