package io.tokenrouter.gpu.candidate;

import io.tokenrouter.engine.heads.RowInputs;
import io.tokenrouter.gpu.driver.CudaStream;
import io.tokenrouter.gpu.driver.DeviceMemory;

/** Hands out what networks read: the hidden state, then the largest logits. */
final class InputsHead implements HeadPass {

    private final HeadKernels kernels;
    private final int hiddenSize;
    private final int topLogits;

    InputsHead(RowInputs head, HeadKernels kernels, int hiddenSize) {
        this.kernels = kernels;
        this.hiddenSize = hiddenSize;
        topLogits = head.topLogits();
    }

    @Override
    public void enqueue(CudaStream stream, HeadEntries entries, DeviceMemory out) {
        int width = hiddenSize + topLogits;
        kernels.hidden(stream, entries, out, width);
        if (topLogits > 0) {
            long from = (long) hiddenSize * Float.BYTES;
            kernels.bestLogits(stream, entries, topLogits, out.slice(from, out.bytes() - from), width);
        }
    }

    @Override
    public void close() {}
}
