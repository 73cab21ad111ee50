package io.tokenrouter.gpu.layers;

import io.tokenrouter.gpu.driver.CudaFunction;
import io.tokenrouter.gpu.driver.CudaStream;
import io.tokenrouter.gpu.driver.DeviceMemory;
import io.tokenrouter.gpu.driver.KernelArguments;
import io.tokenrouter.gpu.kernels.Kernels;
import io.tokenrouter.gpu.weights.DeviceMatrix;

/** Token ids to the rows of the embedding, scaled. */
public final class Embedding {

    private static final int THREADS = 256;

    private final CudaFunction kernel;
    private final DeviceMatrix matrix;
    private final float factor;

    /**
     * @param matrix one row a token id, in any layout
     * @param factor of its rows; 1 for none
     */
    public Embedding(Kernels kernels, DeviceMatrix matrix, float factor) {
        kernel = kernels.get("embedding");
        this.matrix = matrix;
        this.factor = factor;
    }

    /**
     * @param ids int32, all of them rows of the matrix
     * @param out one row a token
     */
    public void apply(CudaStream stream, DeviceMemory ids, DeviceMemory out, int tokens) {
        launch(stream, ids, factor, out, matrix.columns(), tokens);
    }

    /**
     * The rows as they are stored, without the factor.
     *
     * @param outStride floats from one row to the next
     */
    public void applyPlain(CudaStream stream, DeviceMemory ids, DeviceMemory out, int outStride, int tokens) {
        launch(stream, ids, 1, out, outStride, tokens);
    }

    private void launch(CudaStream stream, DeviceMemory ids, float by, DeviceMemory out, int outStride, int tokens) {
        int columns = matrix.columns();
        Rows.require(ids, tokens, 1);
        Rows.require(out, tokens - 1, outStride);
        KernelArguments arguments = new KernelArguments()
                .add(ids)
                .add(matrix.codes())
                .add(matrix.scales())
                .add(matrix.layoutCode())
                .add(columns)
                .add(by)
                .add(out)
                .add(outStride);
        stream.launch(kernel, tokens, Math.ceilDiv(columns, THREADS), 1, THREADS, arguments);
    }
}
