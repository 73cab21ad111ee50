package io.tokenrouter.gpu.candidate;

import io.tokenrouter.gpu.driver.DeviceMemory;

/**
 * What a head is run on in one go.
 *
 * @param rows int32 on the device, which row each entry reads
 * @param tokens int32 on the device, the token of each; negative for the one that was drawn from the row
 * @param count at most {@link HeadKernels#MOST_ENTRIES}
 */
record HeadEntries(DeviceMemory rows, DeviceMemory tokens, int count) {}
