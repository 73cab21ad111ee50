package io.tokenrouter.engine.executor.cpu;

import io.tokenrouter.engine.tensor.FloatRows;
import io.tokenrouter.engine.tensor.Kernels;

/** Adds the RMSNorm of each row to the residual stream; the row itself is overwritten. */
final class ResidualNorm extends TokenStage {

    private final Kernels kernels;
    private final float epsilon;
    private final FloatRows rows;
    private final FloatRows residual;
    private float[] weight = {};

    ResidualNorm(CpuDevice device, Kernels kernels, float epsilon, FloatRows rows, FloatRows residual) {
        super(device, residual.stride());
        this.kernels = kernels;
        this.epsilon = epsilon;
        this.rows = rows;
        this.residual = residual;
    }

    void apply(int tokens, float[] weights) {
        weight = weights;
        runTokens(tokens);
    }

    @Override
    void token(int token) {
        int from = rows.offset(token);
        int to = residual.offset(token);
        kernels.rmsNorm(rows.values(), from, weight, epsilon, rows.values(), from);
        for (int i = 0; i < weight.length; i++) {
            residual.values()[to + i] += rows.values()[from + i];
        }
    }
}
