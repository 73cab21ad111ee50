package io.tokenrouter.gpu.layers;

import io.tokenrouter.gpu.driver.DeviceMemory;

/**
 * Where the tokens of a step are in their sequences. All are int32 on the device.
 *
 * @param positions of each token; -1 for one that only fills the step up
 * @param sequences for each token, its row of the block tables
 * @param blockTables rows of {@code maxBlocks} physical blocks of the KV cache
 * @param maxBlocks length of such a row
 */
public record StepArrays(DeviceMemory positions, DeviceMemory sequences, DeviceMemory blockTables, int maxBlocks) {

    /** The step without its first tokens. */
    StepArrays from(int token) {
        return new StepArrays(Rows.from(positions, token, 1), Rows.from(sequences, token, 1), blockTables, maxBlocks);
    }
}
