package io.tokenrouter.engine.model;

import io.tokenrouter.engine.model.AttentionConfig.Layer;
import io.tokenrouter.engine.model.Family.WindowedLayers;
import java.util.ArrayList;
import java.util.List;

/** Reads from a GGUF file which layers have a window and which rotate. */
record GgufLayers(GgufKeys keys, Family family, GgufRope ropes) {

    private static final String WINDOW = "attention.sliding_window";

    List<Layer> read(int count) {
        int window = window();
        RopeConfig global = ropes.global();
        RopeConfig local = ropes.local(global);
        List<Layer> layers = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            boolean windowed = window != Layer.UNLIMITED && hasWindow(i);
            layers.add(new Layer(windowed ? window : Layer.UNLIMITED, rotates(i) ? windowed ? local : global : null));
        }
        return layers;
    }

    /** A window of 0 is none. */
    private int window() {
        int absent = family.isGemma() ? family.window() : 0;
        int window = keys.integer(WINDOW, 0, Integer.MAX_VALUE, absent);
        if (window > 0 && family == Family.OLMO2) {
            throw new ModelFormatException(
                    keys.full(WINDOW) + " is there, so this is OLMo 3, which is not supported; OLMo 2 is");
        }
        return window == 0 ? Layer.UNLIMITED : window;
    }

    private boolean hasWindow(int layer) {
        if (family.windowedLayers() != WindowedLayers.ALL_BUT_EVERY_NTH) {
            return true;
        }
        int pattern = keys.integer("attention.sliding_window_pattern", 1, Integer.MAX_VALUE, family.windowPattern());
        return (layer + 1) % pattern != 0;
    }

    private boolean rotates(int layer) {
        return family.unrotatedInterval() == 0 || (layer + 1) % family.unrotatedInterval() != 0;
    }
}
