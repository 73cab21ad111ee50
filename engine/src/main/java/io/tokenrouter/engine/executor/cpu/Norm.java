package io.tokenrouter.engine.executor.cpu;

import io.tokenrouter.engine.tensor.FloatRows;
import io.tokenrouter.engine.tensor.Kernels;

/** RMSNorm (Zhang and Sennrich, arXiv 1910.07467) of every token's row. */
final class Norm extends TokenStage {

    private final Kernels kernels;
    private final float epsilon;
    private final FloatRows in;
    private final FloatRows out;
    private float[] weight = {};

    Norm(CpuDevice device, Kernels kernels, float epsilon, FloatRows in, FloatRows out) {
        super(device, in.stride());
        this.kernels = kernels;
        this.epsilon = epsilon;
        this.in = in;
        this.out = out;
    }

    void apply(int tokens, float[] weights) {
        weight = weights;
        runTokens(tokens);
    }

    @Override
    void token(int token) {
        kernels.rmsNorm(in.values(), in.offset(token), weight, epsilon, out.values(), out.offset(token));
    }
}
