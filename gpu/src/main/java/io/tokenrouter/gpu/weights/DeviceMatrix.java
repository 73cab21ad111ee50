package io.tokenrouter.gpu.weights;

import io.tokenrouter.gpu.driver.CudaContext;
import io.tokenrouter.gpu.driver.DeviceMemory;
import org.jspecify.annotations.Nullable;

/**
 * A matrix of weights on a device: rows are outputs, columns are inputs. Immutable, made by {@link WeightUploader}; it owns its memory
 * until {@link #free}.
 */
public final class DeviceMatrix {

    private final WeightLayout layout;
    private final int rows;
    private final int columns;
    private final DeviceMemory memory;

    /** @param memory {@code layout.bytes(rows, columns)} bytes */
    DeviceMatrix(WeightLayout layout, int rows, int columns, DeviceMemory memory) {
        this.layout = layout;
        this.rows = rows;
        this.columns = columns;
        this.memory = memory;
    }

    public int rows() {
        return rows;
    }

    public int columns() {
        return columns;
    }

    /** Bytes of device memory, which are about those that a product reads. */
    public long bytes() {
        return memory.bytes();
    }

    /** The number that kernels know its layout by: {@code Layout} of {@code weights.cuh}. */
    public int layoutCode() {
        return layout.code();
    }

    /** The numbers or their codes, row by row. */
    public DeviceMemory codes() {
        return memory.slice(0, (long) rows * layout.codeRowBytes(columns));
    }

    /** Scales of the codes, row by row; null where the layout has none. */
    public @Nullable DeviceMemory scales() {
        int rowBytes = layout.scaleRowBytes(columns);
        return rowBytes == 0 ? null : memory.slice(layout.scalesFrom(rows, columns), (long) rows * rowBytes);
    }

    /** Gives the memory back; not while the device may read it. */
    public void free(CudaContext context) {
        context.free(memory);
    }

    WeightLayout layout() {
        return layout;
    }
}
