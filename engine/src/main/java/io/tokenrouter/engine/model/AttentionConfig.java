package io.tokenrouter.engine.model;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * How a decoder attends.
 *
 * @param heads query heads
 * @param kvHeads key/value heads; divides {@code heads}
 * @param headDim width of one head
 * @param scale factor of the products of queries and keys
 * @param scoreCap scores are held within this distance of 0 by a hyperbolic tangent; 0 for no cap
 * @param headNorm RMSNorm of queries and keys before they are rotated
 * @param layers what differs from layer to layer, one entry each
 */
public record AttentionConfig(
        int heads, int kvHeads, int headDim, float scale, float scoreCap, HeadNorm headNorm, List<Layer> layers) {

    public AttentionConfig {
        layers = List.copyOf(layers);
    }

    /** Over what queries and keys are normalised. */
    public enum HeadNorm {
        NONE,
        /** Each head by itself, all with the same weights. */
        EACH_HEAD,
        /** All heads together, one weight a dimension. */
        ALL_HEADS
    }

    /**
     * One layer.
     *
     * @param window how many positions a token attends to, its own among them; {@link #UNLIMITED} for all before it
     * @param rope null for a layer that does not rotate
     */
    public record Layer(int window, @Nullable RopeConfig rope) {

        public static final int UNLIMITED = Integer.MAX_VALUE;
    }

    /** The scale of most families: the inverse root of a head's width. */
    public static float defaultScale(int headDim) {
        return (float) (1 / Math.sqrt(headDim));
    }

    /** The rotary embeddings that some layer uses, each once. */
    public List<RopeConfig> ropes() {
        return layers.stream()
                .map(Layer::rope)
                .filter(Objects::nonNull)
                .distinct()
                .toList();
    }
}
