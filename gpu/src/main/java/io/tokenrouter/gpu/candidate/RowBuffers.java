package io.tokenrouter.gpu.candidate;

import io.tokenrouter.gpu.driver.DeviceMemory;

/**
 * Where the rows of a pass lie, at addresses that never change.
 *
 * @param logits float32, row by row; ids that stand for nothing have negative infinity
 * @param stride floats from one row of logits to the next, a multiple of 4
 * @param vocabularySize logits of a row that count
 * @param hidden float32 states after the final norm, row by row without gaps
 * @param hiddenSize numbers of one
 * @param maxRows most rows of a pass
 */
public record RowBuffers(
        DeviceMemory logits, int stride, int vocabularySize, DeviceMemory hidden, int hiddenSize, int maxRows) {

    public RowBuffers {
        if (stride % 4 != 0 || stride < vocabularySize) {
            throw new IllegalArgumentException("rows of " + vocabularySize + " ids cannot be " + stride + " apart");
        }
    }
}
