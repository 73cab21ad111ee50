package io.tokenrouter.gpu.layers;

import io.tokenrouter.gpu.driver.CudaFunction;
import io.tokenrouter.gpu.driver.CudaStream;
import io.tokenrouter.gpu.driver.DeviceMemory;
import io.tokenrouter.gpu.driver.KernelArguments;
import io.tokenrouter.gpu.kernels.Kernels;

/** Copies some rows, one after the other. */
public final class Gather {

    private static final int THREADS = 256;

    private final CudaFunction kernel;
    private final int width;

    public Gather(Kernels kernels, int width) {
        kernel = kernels.get("gather_rows");
        this.width = width;
    }

    /**
     * {@code y[i] = x[rows[i]]}.
     *
     * @param rows int32; for a negative one y has zeros
     */
    public void apply(CudaStream stream, DeviceMemory x, DeviceMemory rows, DeviceMemory y, int count) {
        Rows.require(rows, count, 1);
        Rows.require(y, count, width);
        KernelArguments arguments =
                new KernelArguments().add(x).add(rows).add(y).add(width);
        stream.launch(kernel, count, Math.ceilDiv(width, THREADS), 1, THREADS, arguments);
    }
}
