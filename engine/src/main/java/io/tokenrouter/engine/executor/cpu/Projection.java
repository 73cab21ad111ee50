package io.tokenrouter.engine.executor.cpu;

import io.tokenrouter.engine.model.Linear;
import io.tokenrouter.engine.tensor.FloatRows;
import io.tokenrouter.engine.tensor.Kernels;

/** Several linear layers of one input, computed together; their outputs lie side by side. */
final class Projection extends RowStage {

    private final Kernels kernels;
    private final Scratch[] scratch;
    private final FloatRows in;
    private final FloatRows out;
    private Linear[] layers = {};
    private int batch;

    Projection(CpuDevice device, Kernels kernels, Scratch[] scratch, FloatRows in, FloatRows out) {
        super(device);
        this.kernels = kernels;
        this.scratch = scratch;
        this.in = in;
        this.out = out;
    }

    /** {@code out[b] = [layer0(in[b]), layer1(in[b]), ...]}, its first {@code width} numbers. */
    void apply(int rows, int width, Linear[] linear) {
        layers = linear;
        batch = rows;
        runRows(width, (long) linear[0].inputs() * rows);
    }

    @Override
    void rows(int from, int to, int worker) {
        int first = 0;
        for (Linear layer : layers) {
            int low = Math.max(from, first);
            int high = Math.min(to, first + layer.outputs());
            if (low < high) {
                kernels.multiply(
                        layer.weight(), low - first, high - first, in, batch, out, low, scratch[worker].multiply());
                Bias.add(layer.bias(), low - first, high - first, out, batch, low);
            }
            first += layer.outputs();
        }
    }
}
