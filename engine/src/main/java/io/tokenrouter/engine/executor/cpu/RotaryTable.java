package io.tokenrouter.engine.executor.cpu;

import io.tokenrouter.engine.model.RopeConfig;

/**
 * Cosines and sines of rotary embedding (Su et al., arXiv 2104.09864) for all positions. Angles are rounded to float32
 * before the cosine is taken, as the frameworks do that the models were trained in.
 */
final class RotaryTable {

    private final float[] cos;
    private final float[] sin;
    private final int pairs;
    private final RopeConfig.Layout layout;

    RotaryTable(RopeConfig rope, int positions) {
        pairs = rope.dimensions() / 2;
        layout = rope.layout();
        int size = Math.multiplyExact(positions, pairs);
        cos = new float[size];
        sin = new float[size];
        float[] frequencies = rope.frequencies(positions);
        float amplitude = rope.scaling().amplitude();
        for (int i = 0; i < pairs; i++) {
            for (int position = 0; position < positions; position++) {
                float angle = position * frequencies[i];
                cos[position * pairs + i] = (float) Math.cos(angle) * amplitude;
                sin[position * pairs + i] = (float) Math.sin(angle) * amplitude;
            }
        }
    }

    /** Turns one head that starts at {@code at}. */
    void rotate(float[] head, int at, int position) {
        int step = layout == RopeConfig.Layout.INTERLEAVED ? 2 : 1;
        int partner = layout == RopeConfig.Layout.INTERLEAVED ? 1 : pairs;
        int row = position * pairs;
        for (int i = 0; i < pairs; i++) {
            int first = at + i * step;
            float a = head[first];
            float b = head[first + partner];
            head[first] = a * cos[row + i] - b * sin[row + i];
            head[first + partner] = a * sin[row + i] + b * cos[row + i];
        }
    }
}
