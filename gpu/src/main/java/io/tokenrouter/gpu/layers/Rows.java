package io.tokenrouter.gpu.layers;

import io.tokenrouter.gpu.driver.DeviceMemory;

/** Sizes of rows of float32 or int32. */
final class Rows {

    private static final int WARP = 32;

    private Rows() {}

    static long bytes(long rows, long width) {
        return Math.multiplyExact(Math.multiplyExact(rows, width), (long) Float.BYTES);
    }

    /** What begins with a row. */
    static DeviceMemory from(DeviceMemory memory, int row, int width) {
        long at = bytes(row, width);
        return memory.slice(at, memory.bytes() - at);
    }

    /** So many threads, in whole warps. */
    static int threads(int wanted, int most) {
        return Math.min(most, Math.max(1, Math.ceilDiv(wanted, WARP)) * WARP);
    }

    /** @throws IndexOutOfBoundsException if the memory has not so many rows; a kernel would write beyond it */
    static void require(DeviceMemory memory, long rows, long width) {
        long needed = bytes(rows, width);
        if (memory.bytes() < needed) {
            throw new IndexOutOfBoundsException(
                    rows + " rows of " + width + " are " + needed + " bytes, of " + memory.bytes());
        }
    }
}
