package io.tokenrouter.engine.executor.cpu;

import io.tokenrouter.engine.tensor.FloatRows;
import io.tokenrouter.engine.tensor.Kernels;
import io.tokenrouter.engine.tensor.Tensor;

/** Token ids to the rows of the embedding. */
final class Embedding extends TokenStage {

    private final Kernels kernels;
    private final Tensor embedding;
    private final StepPlan plan;
    private final FloatRows out;

    Embedding(CpuDevice device, Kernels kernels, Tensor embedding, StepPlan plan, FloatRows out) {
        super(device, embedding.columns());
        this.kernels = kernels;
        this.embedding = embedding;
        this.plan = plan;
        this.out = out;
    }

    @Override
    void token(int token) {
        kernels.decodeRow(embedding, plan.id(token), out.values(), out.offset(token));
    }
}
