package io.tokenrouter.engine.executor.cpu;

import io.tokenrouter.engine.model.ModelConfig;
import io.tokenrouter.engine.tensor.Kernels;

/**
 * Memory that one worker uses while it computes a piece.
 *
 * @param multiply for {@link Kernels#multiply}
 * @param scores attention scores of the query heads that share a key/value head, for the tokens of a stretch
 * @param block keys or values of one head in one block, as floats
 */
record Scratch(float[] multiply, float[] scores, float[] block) {

    static Scratch[] forWorkers(int workers, ModelConfig config, Kernels kernels, int scoreStride, int blockFloats) {
        int widest = Math.max(
                Math.max(config.hiddenSize(), config.feedForwardSize()),
                Math.multiplyExact(config.heads(), config.headDim()));
        int scores = Math.multiplyExact(StepPlan.STRETCH * (config.heads() / config.kvHeads()), scoreStride);
        Scratch[] all = new Scratch[workers];
        for (int i = 0; i < workers; i++) {
            all[i] = new Scratch(new float[kernels.scratchFloats(widest)], new float[scores], new float[blockFloats]);
        }
        return all;
    }
}
