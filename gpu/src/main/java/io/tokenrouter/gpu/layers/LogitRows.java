package io.tokenrouter.gpu.layers;

import io.tokenrouter.gpu.driver.CudaFunction;
import io.tokenrouter.gpu.driver.CudaStream;
import io.tokenrouter.gpu.driver.DeviceMemory;
import io.tokenrouter.gpu.driver.KernelArguments;
import io.tokenrouter.gpu.kernels.Kernels;
import org.jspecify.annotations.Nullable;

/** What is done to rows of logits after their product: a cap, and ids that stand for nothing. In place. */
public final class LogitRows {

    private static final int THREADS = 256;

    private final CudaFunction softCap;
    private final CudaFunction mask;
    private final int width;
    private final float cap;
    private final @Nullable DeviceMemory gaps;
    private final int gapCount;

    /**
     * @param width logits of a row
     * @param cap logits are held within this distance of 0; 0 for no cap
     * @param gaps ids, int32, whose logits become minus infinity; null for none
     */
    public LogitRows(Kernels kernels, int width, float cap, @Nullable DeviceMemory gaps) {
        softCap = kernels.get("soft_cap");
        mask = kernels.get("mask_gaps");
        this.width = width;
        this.cap = cap;
        this.gaps = gaps;
        gapCount = gaps == null ? 0 : Math.toIntExact(gaps.bytes() / Integer.BYTES);
    }

    /** @param stride numbers from one row to the next */
    public void apply(CudaStream stream, DeviceMemory logits, int stride, int rows) {
        Rows.require(logits, rows, stride);
        if (cap > 0) {
            KernelArguments arguments =
                    new KernelArguments().add(logits).add(stride).add(width).add(cap);
            stream.launch(softCap, rows, Math.ceilDiv(width, THREADS), 1, THREADS, arguments);
        }
        if (gapCount > 0) {
            KernelArguments arguments =
                    new KernelArguments().add(logits).add(stride).add(gaps).add(gapCount);
            stream.launch(mask, rows, Math.ceilDiv(gapCount, THREADS), 1, THREADS, arguments);
        }
    }
}
