package io.tokenrouter.engine.executor.cpu;

import io.tokenrouter.engine.model.ModelConfig;
import io.tokenrouter.engine.tensor.Kernels;

/**
 * Memory that one worker uses while it computes a piece.
 *
 * @param multiply for {@link Kernels#multiply}
 * @param scores attention scores of the query heads that share a key/value head
 */
record Scratch(float[] multiply, float[] scores) {

    static Scratch[] forWorkers(int workers, ModelConfig config, Kernels kernels, int scoreStride) {
        int widest = Math.max(
                Math.max(config.hiddenSize(), config.feedForwardSize()),
                Math.multiplyExact(config.heads(), config.headDim()));
        int scores = Math.multiplyExact(config.heads() / config.kvHeads(), scoreStride);
        Scratch[] all = new Scratch[workers];
        for (int i = 0; i < workers; i++) {
            all[i] = new Scratch(new float[kernels.scratchFloats(widest)], new float[scores]);
        }
        return all;
    }
}
