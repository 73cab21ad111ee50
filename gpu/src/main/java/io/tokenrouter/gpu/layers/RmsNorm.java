package io.tokenrouter.gpu.layers;

import io.tokenrouter.gpu.driver.CudaFunction;
import io.tokenrouter.gpu.driver.CudaStream;
import io.tokenrouter.gpu.driver.DeviceMemory;
import io.tokenrouter.gpu.driver.KernelArguments;
import io.tokenrouter.gpu.kernels.Kernels;
import org.jspecify.annotations.Nullable;

/**
 * RMSNorm (Zhang and Sennrich, arXiv 1910.07467) of rows, and what is done to the residual stream around it. Weights are those to multiply
 * with, one a column.
 */
public final class RmsNorm {

    private static final int MOST_THREADS = 1024;
    /** Numbers of a row that a thread has: fewer leave threads idle at its end, more make small steps wait for few threads. */
    private static final int NUMBERS_PER_THREAD = 4;

    private final CudaFunction norm;
    private final CudaFunction addNorm;
    private final CudaFunction normAdd;
    private final CudaFunction normAddNorm;
    private final int width;
    private final float epsilon;
    private final int threads;

    /**
     * @param width of a row
     * @param epsilon added to the mean square before the root
     */
    public RmsNorm(Kernels kernels, int width, float epsilon) {
        this.width = width;
        this.epsilon = epsilon;
        norm = kernels.get("rms_norm");
        addNorm = kernels.get("add_rms_norm");
        normAdd = kernels.get("rms_norm_add");
        normAddNorm = kernels.get("rms_norm_add_rms_norm");
        threads = Rows.threads(Math.ceilDiv(width, NUMBERS_PER_THREAD), MOST_THREADS);
    }

    /** {@code y = norm(x)}; y may be x. */
    public void normalize(CudaStream stream, DeviceMemory x, DeviceMemory weight, DeviceMemory y, int rows) {
        Rows.require(x, rows, width);
        Rows.require(y, rows, width);
        launch(stream, x, width, null, weight, y, width, rows);
    }

    /**
     * {@code y[i] = norm(x[rows[i]])}.
     *
     * @param rows int32; for a negative one y has zeros
     */
    public void normalizeRows(
            CudaStream stream, DeviceMemory x, DeviceMemory rows, DeviceMemory weight, DeviceMemory y, int count) {
        Rows.require(rows, count, 1);
        Rows.require(y, count, width);
        launch(stream, x, width, rows, weight, y, width, count);
    }

    /** In place, of a part of longer rows that begins where {@code x} does. */
    void normalizePart(CudaStream stream, DeviceMemory x, int stride, DeviceMemory weight, int rows) {
        launch(stream, x, stride, null, weight, x, stride, rows);
    }

    /** {@code hidden += norm(branch)}. */
    public void add(CudaStream stream, DeviceMemory branch, DeviceMemory weight, DeviceMemory hidden, int rows) {
        Rows.require(branch, rows, width);
        Rows.require(hidden, rows, width);
        KernelArguments arguments = new KernelArguments()
                .add(branch)
                .add(weight)
                .add(hidden)
                .add(width)
                .add(epsilon);
        stream.launch(normAdd, rows, 1, 1, threads, arguments);
    }

    /** {@code hidden += branch; y = norm(hidden)}. */
    public void addThenNormalize(
            CudaStream stream,
            DeviceMemory branch,
            DeviceMemory hidden,
            DeviceMemory weight,
            DeviceMemory y,
            int rows) {
        Rows.require(branch, rows, width);
        Rows.require(hidden, rows, width);
        Rows.require(y, rows, width);
        KernelArguments arguments = new KernelArguments()
                .add(hidden)
                .add(branch)
                .add(weight)
                .add(y)
                .add(width)
                .add(epsilon);
        stream.launch(addNorm, rows, 1, 1, threads, arguments);
    }

    /**
     * {@code hidden += norm(branch); y = norm(hidden)}: out of one branch and into the next.
     *
     * @param next weights of the second norm
     */
    public void addThenNormalizeNext(
            CudaStream stream,
            DeviceMemory branch,
            DeviceMemory weight,
            DeviceMemory hidden,
            DeviceMemory next,
            DeviceMemory y,
            int rows) {
        Rows.require(branch, rows, width);
        Rows.require(hidden, rows, width);
        Rows.require(y, rows, width);
        KernelArguments arguments = new KernelArguments()
                .add(branch)
                .add(weight)
                .add(hidden)
                .add(next)
                .add(y)
                .add(width)
                .add(epsilon);
        stream.launch(normAddNorm, rows, 1, 1, threads, arguments);
    }

    private void launch(
            CudaStream stream,
            DeviceMemory x,
            int xStride,
            @Nullable DeviceMemory rows,
            DeviceMemory weight,
            DeviceMemory y,
            int yStride,
            int count) {
        Rows.require(weight, 1, width);
        KernelArguments arguments = new KernelArguments()
                .add(x)
                .add(xStride)
                .add(rows)
                .add(weight)
                .add(y)
                .add(yStride)
                .add(width)
                .add(epsilon);
        stream.launch(norm, count, 1, 1, threads, arguments);
    }
}
