package io.tokenrouter.gpu.candidate;

import io.tokenrouter.gpu.driver.CudaStream;
import io.tokenrouter.gpu.driver.DeviceMemory;

/** The model's embedding matrix as heads read it: as it is stored, without any factor of the model. */
@FunctionalInterface
public interface EmbeddingRows {

    /**
     * Writes the rows of some ids as float32.
     *
     * @param ids int32, {@code count} of them
     * @param out row i begins at {@code i * outStride}
     * @param outStride in floats
     */
    void decode(CudaStream stream, DeviceMemory ids, int count, DeviceMemory out, int outStride);
}
