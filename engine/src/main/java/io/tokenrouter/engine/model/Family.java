package io.tokenrouter.engine.model;

import io.tokenrouter.engine.model.AttentionConfig.HeadNorm;
import io.tokenrouter.engine.model.NormConfig.Placement;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * The families of decoders, and what follows from the name of one alone: how it computes where its files do not say, and the
 * values that its reference code takes for absent keys.
 */
enum Family {
    LLAMA,
    MISTRAL,
    QWEN2,
    QWEN3,
    GEMMA2,
    GEMMA3,
    SMOLLM3,
    PHI3,
    OLMO2;

    /** Which layers have a window where a config gives its size only. */
    enum WindowedLayers {
        NONE,
        ALL,
        /** From {@code max_window_layers} on, if {@code use_sliding_window} says so. */
        UPPER,
        /** Those that do not rotate, if {@code use_sliding_window} says so. */
        UNROTATED,
        /** All but the last of each few. */
        ALL_BUT_EVERY_NTH
    }

    /** @throws ModelFormatException naming the architecture and what is supported */
    static Family ofGguf(String architecture) {
        return Arrays.stream(values())
                .filter(family -> family != MISTRAL && family.id().equals(architecture))
                .findAny()
                .orElseThrow(() -> new ModelFormatException("the architecture " + Untrusted.name(architecture)
                        + " is not supported; supported are "
                        + Arrays.stream(values())
                                .filter(family -> family != MISTRAL)
                                .map(Family::id)
                                .collect(Collectors.joining(", "))));
    }

    /** @throws ModelFormatException naming the model type and what is supported */
    static Family ofHuggingFace(String modelType) {
        return Arrays.stream(values())
                .filter(family -> family.modelType().equals(modelType))
                .findAny()
                .orElseThrow(() -> new ModelFormatException("the model_type " + Untrusted.name(modelType)
                        + " is not supported; supported are "
                        + Arrays.stream(values()).map(Family::modelType).collect(Collectors.joining(", "))));
    }

    /** As GGUF files name it, and we. */
    String id() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** As {@code config.json} names it. */
    String modelType() {
        return this == GEMMA3 ? "gemma3_text" : id();
    }

    boolean isGemma() {
        return this == GEMMA2 || this == GEMMA3;
    }

    Placement norms() {
        return switch (this) {
            case OLMO2 -> Placement.AFTER;
            case GEMMA2, GEMMA3 -> Placement.BOTH;
            default -> Placement.BEFORE;
        };
    }

    HeadNorm headNorm() {
        return switch (this) {
            case QWEN3, GEMMA3 -> HeadNorm.EACH_HEAD;
            case OLMO2 -> HeadNorm.ALL_HEADS;
            default -> HeadNorm.NONE;
        };
    }

    GateActivation activation() {
        return isGemma() ? GateActivation.GELU_TANH : GateActivation.SILU;
    }

    float embeddingScale(int hiddenSize) {
        return isGemma() ? (float) Math.sqrt(hiddenSize) : 1;
    }

    float scoreCap() {
        return this == GEMMA2 ? 50 : 0;
    }

    float logitCap() {
        return this == GEMMA2 ? 30 : 0;
    }

    /** Whether llama.cpp's converter interleaves the rows of queries and keys. */
    RopeConfig.Layout layoutInGguf() {
        return switch (this) {
            case LLAMA, MISTRAL, SMOLLM3 -> RopeConfig.Layout.INTERLEAVED;
            default -> RopeConfig.Layout.HALVES;
        };
    }

    WindowedLayers windowedLayers() {
        return switch (this) {
            case LLAMA, OLMO2 -> WindowedLayers.NONE;
            case MISTRAL, PHI3 -> WindowedLayers.ALL;
            case QWEN2, QWEN3 -> WindowedLayers.UPPER;
            case SMOLLM3 -> WindowedLayers.UNROTATED;
            case GEMMA2, GEMMA3 -> WindowedLayers.ALL_BUT_EVERY_NTH;
        };
    }

    /** Size of the window where a config does not mention it. */
    int window() {
        return switch (this) {
            case MISTRAL, QWEN2, QWEN3, GEMMA2, GEMMA3 -> 4096;
            default -> AttentionConfig.Layer.UNLIMITED;
        };
    }

    /** Layers of which the last one sees everything, for {@link WindowedLayers#ALL_BUT_EVERY_NTH}. */
    int windowPattern() {
        return this == GEMMA3 ? 6 : 2;
    }

    /** Layers of which the last one does not rotate; 0 if all do. */
    int unrotatedInterval() {
        return this == SMOLLM3 ? 4 : 0;
    }

    int headDim(int hiddenSize, int heads) {
        return switch (this) {
            case QWEN3 -> 128;
            case GEMMA2, GEMMA3 -> 256;
            default -> hiddenSize / heads;
        };
    }

    float rmsEpsilon() {
        return switch (this) {
            case PHI3, OLMO2 -> 1e-5f;
            default -> 1e-6f;
        };
    }

    float theta() {
        return switch (this) {
            case GEMMA3 -> 1e6f;
            case SMOLLM3 -> 2e6f;
            default -> 1e4f;
        };
    }

    /** Positions before a scaling of the rotation, where a config does not mention them. */
    int originalContext(int context) {
        return this == PHI3 ? 4096 : context;
    }

    boolean tiedEmbeddings() {
        return isGemma() || this == SMOLLM3;
    }
}
