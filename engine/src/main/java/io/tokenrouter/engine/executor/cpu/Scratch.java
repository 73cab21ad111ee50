package io.tokenrouter.engine.executor.cpu;

import io.tokenrouter.engine.model.ModelConfig;
import io.tokenrouter.engine.tensor.Kernels;

/**
 * Memory that one worker uses while it computes a piece.
 *
 * @param multiply for {@link Kernels#multiply}
 * @param scores attention scores of the query heads that share a key/value head, for the tokens of a stretch and the positions of a chunk
 * @param maxima of each of these heads and tokens, the largest score so far
 * @param totals of each, the sum of the softmax so far
 * @param block keys or values of one head in one block, as floats
 */
record Scratch(float[] multiply, float[] scores, float[] maxima, float[] totals, float[] block) {

    private static final float[] NONE = {};

    /** For {@link Kernels#multiply} alone. */
    static Scratch forProducts(int floats) {
        return new Scratch(new float[floats], NONE, NONE, NONE, NONE);
    }

    /**
     * @param chunk positions of a chunk
     * @param blockFloats {@link KvType#scratchFloats}
     */
    static Scratch[] forWorkers(int workers, ModelConfig config, Kernels kernels, int chunk, int blockFloats) {
        int states = states(config);
        int scores = Math.multiplyExact(states, chunk);
        Scratch[] all = new Scratch[workers];
        for (int i = 0; i < workers; i++) {
            all[i] = new Scratch(
                    new float[kernels.scratchFloats(widest(config))],
                    new float[scores],
                    new float[states],
                    new float[states],
                    new float[blockFloats]);
        }
        return all;
    }

    /** Floats of one worker. */
    static long floats(ModelConfig config, Kernels kernels, int chunk, int blockFloats) {
        return kernels.scratchFloats(widest(config)) + states(config) * (chunk + 2L) + blockFloats;
    }

    private static int states(ModelConfig config) {
        return Attention.STRETCH * (config.heads() / config.kvHeads());
    }

    private static int widest(ModelConfig config) {
        return Math.max(
                Math.max(config.hiddenSize(), config.feedForwardSize()),
                Math.multiplyExact(config.heads(), config.headDim()));
    }
}
