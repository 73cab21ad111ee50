package io.tokenrouter.engine.model;

import io.tokenrouter.engine.model.RopeConfig.Layout;
import org.jspecify.annotations.Nullable;

/**
 * Reads rotary embeddings from a {@code config.json}: from {@code rope_parameters}, as transformers 5 writes it, of all layers or by
 * kind of layer; or else from {@code rope_theta} and {@code rope_scaling}.
 *
 * @param context {@code max_position_embeddings}
 */
record HuggingFaceRope(JsonKeys keys, Family family, int headDim, int context) {

    private static final String ORIGINAL = "original_max_position_embeddings";
    private static final String PARTIAL = "partial_rotary_factor";

    /** That of layers without a window. */
    RopeConfig global() {
        return rope(parameters("full_attention", "rope_scaling"), keys.positive("rope_theta", family.theta()));
    }

    /** That of layers with one; {@code global} itself where the model does not tell them apart. */
    RopeConfig local(RopeConfig global) {
        if (family != Family.GEMMA3) {
            return global;
        }
        return rope(parameters("sliding_attention", null), keys.positive("rope_local_base_freq", 1e4f));
    }

    private @Nullable JsonKeys parameters(String kindOfLayer, @Nullable String legacy) {
        JsonKeys all = keys.object("rope_parameters");
        if (all == null) {
            return legacy == null ? null : keys.object(legacy);
        }
        return all.has(kindOfLayer) ? all.object(kindOfLayer) : all;
    }

    private RopeConfig rope(@Nullable JsonKeys parameters, float defaultTheta) {
        JsonKeys given = parameters == null ? JsonKeys.empty() : parameters;
        float theta = given.positive("rope_theta", defaultTheta);
        float part = given.positive(PARTIAL, keys.positive(PARTIAL, 1));
        int dimensions = (int) (headDim * (double) part);
        Limits.requireRotated(dimensions, headDim, keys.where() + ": " + PARTIAL + " times head width");
        return new RopeConfig(theta, dimensions, scaling(given, dimensions), Layout.HALVES);
    }

    private RopeScaling scaling(JsonKeys given, int dimensions) {
        String type = given.string("rope_type", given.string("type", "default"));
        return switch (type) {
            case "default" -> new RopeScaling.None();
            case "linear" -> new RopeScaling.Linear(given.positive("factor"));
            case "llama3" -> llama3(given);
            case "yarn" -> given.has("long_factor") ? longRope(given, dimensions) : yarn(given);
            // What Phi-3 called it at first.
            case "longrope", "su" -> longRope(given, dimensions);
            default ->
                throw given.refused(
                        "rope_type",
                        "is " + Untrusted.name(type)
                                + ", which is not supported; supported are default, linear, llama3, yarn, longrope");
        };
    }

    private RopeScaling llama3(JsonKeys given) {
        float low = given.positive("low_freq_factor");
        float high = given.positive("high_freq_factor");
        if (high <= low) {
            throw given.refused("high_freq_factor", "must be more than low_freq_factor");
        }
        return new RopeScaling.Llama3(given.positive("factor"), low, high, given.integer(ORIGINAL, 1, Limits.CONTEXT));
    }

    private RopeScaling yarn(JsonKeys given) {
        if (!given.flag("truncate", true)) {
            throw given.refused("truncate", "is false, which is not supported");
        }
        float factor = given.positive("factor");
        float amplitude = RopeScaling.Yarn.amplitudeFor(factor, 1);
        if (given.has("mscale") && given.has("mscale_all_dim")) {
            amplitude = RopeScaling.Yarn.amplitudeFor(factor, given.positive("mscale"))
                    / RopeScaling.Yarn.amplitudeFor(factor, given.positive("mscale_all_dim"));
        }
        return new RopeScaling.Yarn(
                factor,
                original(given),
                given.positive("beta_fast", 32),
                given.positive("beta_slow", 1),
                given.positive("attention_factor", amplitude));
    }

    private RopeScaling longRope(JsonKeys given, int dimensions) {
        int original = original(given);
        double factor = given.has("factor") ? given.positive("factor") : (double) context / original;
        float amplitude = factor <= 1 ? 1 : (float) Math.sqrt(1 + Math.log(factor) / Math.log(original));
        return new RopeScaling.LongRope(
                given.positives("short_factor", dimensions / 2),
                given.positives("long_factor", dimensions / 2),
                original,
                given.positive("attention_factor", amplitude));
    }

    /** What stands beside the parameters goes before what stands in them, as in transformers. */
    private int original(JsonKeys given) {
        int absent = given.integer(ORIGINAL, 1, Limits.CONTEXT, family.originalContext(context));
        return keys.integer(ORIGINAL, 1, Limits.CONTEXT, absent);
    }
}
