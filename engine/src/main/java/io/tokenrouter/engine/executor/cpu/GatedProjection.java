package io.tokenrouter.engine.executor.cpu;

import io.tokenrouter.engine.model.DecoderWeights;
import io.tokenrouter.engine.model.GateActivation;
import io.tokenrouter.engine.model.Linear;
import io.tokenrouter.engine.tensor.FloatRows;
import io.tokenrouter.engine.tensor.Kernels;

/** The first half of a gated feed-forward layer (Shazeer, arXiv 2002.05202): {@code activation(gate(x)) * up(x)}. */
final class GatedProjection extends RowStage {

    private final Kernels kernels;
    private final Scratch[] scratch;
    private final FloatRows in;
    private final FloatRows out;
    private final FloatRows ups;
    private final Gate activation;
    private DecoderWeights.FeedForward layer;
    private int batch;

    GatedProjection(
            CpuDevice device,
            Kernels kernels,
            Scratch[] scratch,
            GateActivation activation,
            FloatRows in,
            FloatRows out,
            FloatRows ups) {
        super(device);
        this.kernels = kernels;
        this.scratch = scratch;
        this.in = in;
        this.out = out;
        this.ups = ups;
        this.activation = switch (activation) {
            case SILU -> kernels::swiGlu;
            case GELU_TANH -> kernels::geGlu;
        };
    }

    /** {@code out[b] = activation(gate(in[b])) * up(in[b])}. */
    void apply(int rows, DecoderWeights.FeedForward weights) {
        layer = weights;
        batch = rows;
        runRows(weights.gate().outputs(), 2L * weights.gate().inputs() * rows);
    }

    @Override
    void rows(int from, int to, int worker) {
        project(layer.gate(), from, to, out, worker);
        project(layer.up(), from, to, ups, worker);
        for (int b = 0; b < batch; b++) {
            activation.apply(out.values(), out.offset(b) + from, ups.values(), ups.offset(b) + from, to - from);
        }
    }

    /** Elementwise: {@code gate = activation(gate) * up}. */
    @FunctionalInterface
    private interface Gate {
        void apply(float[] gate, int gateOffset, float[] up, int upOffset, int length);
    }

    private void project(Linear linear, int from, int to, FloatRows target, int worker) {
        kernels.multiply(linear.weight(), from, to, in, batch, target, from, scratch[worker].multiply());
        Bias.add(linear.bias(), from, to, target, batch, from);
    }
}
