package io.tokenrouter.engine.executor.cpu;

import io.tokenrouter.engine.model.Linear;
import io.tokenrouter.engine.tensor.FloatRows;
import io.tokenrouter.engine.tensor.Kernels;

/** A linear layer whose output is added to the residual stream. */
final class ResidualProjection extends RowStage {

    private final Kernels kernels;
    private final Scratch[] scratch;
    private final FloatRows in;
    private final FloatRows product;
    private final FloatRows residual;
    private Linear layer;
    private int batch;

    ResidualProjection(
            CpuDevice device, Kernels kernels, Scratch[] scratch, FloatRows in, FloatRows product, FloatRows residual) {
        super(device);
        this.kernels = kernels;
        this.scratch = scratch;
        this.in = in;
        this.product = product;
        this.residual = residual;
    }

    /** {@code residual[b] += layer(in[b])}. */
    void apply(int rows, Linear linear) {
        layer = linear;
        batch = rows;
        runRows(linear.outputs(), (long) linear.inputs() * rows);
    }

    @Override
    void rows(int from, int to, int worker) {
        kernels.multiply(layer.weight(), from, to, in, batch, product, from, scratch[worker].multiply());
        Bias.add(layer.bias(), from, to, product, batch, from);
        for (int b = 0; b < batch; b++) {
            int source = product.offset(b);
            int target = residual.offset(b);
            for (int r = from; r < to; r++) {
                residual.values()[target + r] += product.values()[source + r];
            }
        }
    }
}
