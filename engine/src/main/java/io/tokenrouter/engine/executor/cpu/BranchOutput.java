package io.tokenrouter.engine.executor.cpu;

import io.tokenrouter.engine.model.Linear;
import io.tokenrouter.engine.tensor.FloatRows;
import io.tokenrouter.engine.tensor.Kernels;

/** The last layer of a branch, and how its output gets into the residual stream. */
@FunctionalInterface
interface BranchOutput {

    /**
     * @param normAfter weights of the norm on the way; empty where the model has none
     */
    void apply(int tokens, Linear linear, float[] normAfter);

    /** Added as it is. */
    static BranchOutput plain(
            CpuDevice device, Kernels kernels, Scratch[] scratch, FloatRows in, FloatRows product, FloatRows residual) {
        ResidualProjection projection = new ResidualProjection(device, kernels, scratch, in, product, residual);
        return (tokens, linear, normAfter) -> projection.apply(tokens, linear);
    }

    /** Normalised, then added. */
    static BranchOutput normalized(
            CpuDevice device,
            Kernels kernels,
            Scratch[] scratch,
            float epsilon,
            FloatRows in,
            FloatRows product,
            FloatRows residual) {
        Projection projection = new Projection(device, kernels, scratch, in, product);
        ResidualNorm norm = new ResidualNorm(device, kernels, epsilon, product, residual);
        Linear[] layers = new Linear[1];
        return (tokens, linear, normAfter) -> {
            layers[0] = linear;
            projection.apply(tokens, linear.outputs(), layers);
            norm.apply(tokens, normAfter);
        };
    }
}
