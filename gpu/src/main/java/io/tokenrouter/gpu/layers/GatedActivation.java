package io.tokenrouter.gpu.layers;

import io.tokenrouter.engine.model.GateActivation;
import io.tokenrouter.gpu.driver.CudaFunction;
import io.tokenrouter.gpu.driver.CudaStream;
import io.tokenrouter.gpu.driver.DeviceMemory;
import io.tokenrouter.gpu.driver.KernelArguments;
import io.tokenrouter.gpu.kernels.Kernels;

/** The middle of a gated feed-forward layer (Shazeer, arXiv 2002.05202): {@code activation(gate) * up}. */
public final class GatedActivation {

    private static final int THREADS = 256;
    private static final int NUMBERS_PER_THREAD = 4;

    private final CudaFunction kernel;
    private final int width;

    /** @param width of the gate */
    public GatedActivation(Kernels kernels, GateActivation activation, int width) {
        this.width = width;
        kernel = kernels.get(
                switch (activation) {
                    case SILU -> "gated_silu";
                    case GELU_TANH -> "gated_gelu";
                });
    }

    /**
     * Of rows that have the gate first and then the up projection.
     *
     * @param out rows of the width; may not be the input
     */
    public void applySideBySide(CudaStream stream, DeviceMemory gateAndUp, DeviceMemory out, int rows) {
        Rows.require(gateAndUp, rows, 2L * width);
        launch(stream, gateAndUp, Rows.from(gateAndUp, 1, width), 2 * width, out, rows);
    }

    /** @param out rows of the width; may be the gate */
    public void apply(CudaStream stream, DeviceMemory gate, DeviceMemory up, DeviceMemory out, int rows) {
        Rows.require(gate, rows, width);
        Rows.require(up, rows, width);
        launch(stream, gate, up, width, out, rows);
    }

    private void launch(CudaStream stream, DeviceMemory gate, DeviceMemory up, int stride, DeviceMemory out, int rows) {
        Rows.require(out, rows, width);
        KernelArguments arguments = new KernelArguments()
                .add(gate)
                .add(up)
                .add(stride)
                .add(out)
                .add(width)
                .add(width);
        stream.launch(kernel, rows, Math.ceilDiv(width, THREADS * NUMBERS_PER_THREAD), 1, THREADS, arguments);
    }
}
