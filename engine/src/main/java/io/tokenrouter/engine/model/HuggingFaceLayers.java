package io.tokenrouter.engine.model;

import io.tokenrouter.engine.model.AttentionConfig.Layer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Reads from a {@code config.json} which layers have a window and which rotate. */
record HuggingFaceLayers(JsonKeys keys, Family family, HuggingFaceRope ropes) {

    private static final String WINDOW = "sliding_window";
    private static final String TYPES = "layer_types";
    private static final String UNROTATED = "no_rope_layers";

    List<Layer> read() {
        int count = keys.integer("num_hidden_layers", 1, Limits.LAYERS);
        boolean[] windowed = keys.has(TYPES) ? namedOnes(count) : defaultOnes(count);
        int window = window();
        RopeConfig global = ropes.global();
        RopeConfig local = ropes.local(global);
        List<Layer> layers = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            @Nullable RopeConfig rope = windowed[i] ? local : global;
            layers.add(new Layer(windowed[i] ? window : Layer.UNLIMITED, rotates(i, count) ? rope : null));
        }
        return layers;
    }

    /** A window that is absent has a size; one that is null is none. */
    private int window() {
        return keys.object().has(WINDOW)
                ? keys.integer(WINDOW, 1, Integer.MAX_VALUE, Layer.UNLIMITED)
                : family.window();
    }

    private boolean[] namedOnes(int count) {
        boolean[] windowed = new boolean[count];
        JsonNode types = keys.array(TYPES, count);
        for (int i = 0; i < count; i++) {
            windowed[i] = switch (types.get(i).asString("")) {
                case "full_attention" -> false;
                case "sliding_attention" -> true;
                default ->
                    throw keys.refused(
                            TYPES,
                            "names " + Untrusted.name(types.get(i).asString(""))
                                    + "; supported are full_attention and sliding_attention");
            };
            if (windowed[i] && (window() == Layer.UNLIMITED || family.windowedLayers() == Family.WindowedLayers.NONE)) {
                throw keys.refused(TYPES, "names sliding_attention, and the model has no " + WINDOW);
            }
        }
        return windowed;
    }

    private boolean[] defaultOnes(int count) {
        boolean[] windowed = new boolean[count];
        for (int i = 0; i < count; i++) {
            windowed[i] = switch (family.windowedLayers()) {
                case NONE -> false;
                case ALL -> true;
                case UPPER -> slides() && i >= keys.integer("max_window_layers", 0, Integer.MAX_VALUE, 28);
                case UNROTATED -> slides() && !rotates(i, count);
                case ALL_BUT_EVERY_NTH -> (i + 1) % pattern() != 0;
            };
        }
        return windowed;
    }

    private boolean slides() {
        return keys.flag("use_sliding_window", false);
    }

    private int pattern() {
        return keys.integer("sliding_window_pattern", 1, Integer.MAX_VALUE, family.windowPattern());
    }

    private boolean rotates(int layer, int count) {
        if (family.unrotatedInterval() == 0) {
            return true;
        }
        if (keys.has(UNROTATED)) {
            return keys.array(UNROTATED, count).get(layer).asInt(1) != 0;
        }
        int interval = keys.integer("no_rope_layer_interval", 1, Integer.MAX_VALUE, family.unrotatedInterval());
        return (layer + 1) % interval != 0;
    }
}
