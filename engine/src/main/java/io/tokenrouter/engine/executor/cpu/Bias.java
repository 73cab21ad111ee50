package io.tokenrouter.engine.executor.cpu;

import io.tokenrouter.engine.tensor.FloatRows;
import org.jspecify.annotations.Nullable;

/** Adds a linear layer's bias. */
final class Bias {

    private Bias() {}

    /** {@code out[b][column + r - from] += bias[r]}; nothing if there is no bias. */
    static void add(float @Nullable [] bias, int from, int to, FloatRows out, int batch, int column) {
        if (bias == null) {
            return;
        }
        for (int b = 0; b < batch; b++) {
            int at = out.offset(b) + column - from;
            for (int r = from; r < to; r++) {
                out.values()[at + r] += bias[r];
            }
        }
    }
}
