package io.tokenrouter.engine.executor;

/**
 * How much an executor may use of its device.
 *
 * @param kvBytes memory for keys and values, at least one block
 * @param blockSize positions of one KV block
 * @param maxRows most rows of one step
 * @param maxStepTokens most new ids of one step, at least {@code maxRows}
 */
public record ExecutorOptions(long kvBytes, int blockSize, int maxRows, int maxStepTokens) {

    /** 512 MiB of keys and values in blocks of 16 positions, 64 rows and 512 new ids a step. */
    public static final ExecutorOptions DEFAULTS = new ExecutorOptions(512L << 20, 16, 64, 512);

    /** @throws IllegalArgumentException naming what is out of range */
    public ExecutorOptions {
        atLeast("kvBytes", kvBytes, 1);
        atLeast("blockSize", blockSize, 1);
        atLeast("maxRows", maxRows, 1);
        atLeast("maxStepTokens", maxStepTokens, maxRows);
    }

    private static void atLeast(String name, long value, long least) {
        if (value < least) {
            throw new IllegalArgumentException(name + " must be at least " + least + ", not " + value);
        }
    }

    public ExecutorOptions withKvBytes(long value) {
        return new ExecutorOptions(value, blockSize, maxRows, maxStepTokens);
    }
}
