package io.tokenrouter.engine.executor.cpu;

import io.tokenrouter.engine.executor.StepPlan;
import io.tokenrouter.engine.tensor.FloatRows;
import io.tokenrouter.engine.tensor.Kernels;
import io.tokenrouter.engine.tensor.Tensor;

/** Token ids to the rows of the embedding, scaled. */
final class Embedding extends TokenStage {

    private final Kernels kernels;
    private final Tensor embedding;
    private final StepPlan plan;
    private final FloatRows out;
    private final float scale;

    Embedding(CpuDevice device, Kernels kernels, Tensor embedding, StepPlan plan, FloatRows out, float scale) {
        super(device, embedding.columns());
        this.kernels = kernels;
        this.embedding = embedding;
        this.plan = plan;
        this.out = out;
        this.scale = scale;
    }

    @Override
    void token(int token) {
        int at = out.offset(token);
        kernels.decodeRow(embedding, plan.id(token), out.values(), at);
        if (scale != 1) {
            for (int i = at; i < at + out.stride(); i++) {
                out.values()[i] *= scale;
            }
        }
    }
}
