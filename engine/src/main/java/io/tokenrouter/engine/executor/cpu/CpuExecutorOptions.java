package io.tokenrouter.engine.executor.cpu;

import io.tokenrouter.engine.tensor.KernelChoice;

/**
 * How much a CPU executor may use.
 *
 * @param kvBytes memory for keys and values, at least one block
 * @param blockSize positions of one KV block
 * @param maxRows most rows of one step
 * @param maxStepTokens most new ids of one step
 * @param kvType how they are stored
 * @param kernels which kernels compute
 */
public record CpuExecutorOptions(
        long kvBytes, int blockSize, int maxRows, int maxStepTokens, KvType kvType, KernelChoice kernels) {

    /** 512 MiB of keys and values of the default type in blocks of 16 positions, 64 rows and 512 new ids a step. */
    public static final CpuExecutorOptions DEFAULTS = new CpuExecutorOptions(
            512L << 20, 16, 64, 512, KvType.fromSystemProperty(), KernelChoice.fromSystemProperty());

    public CpuExecutorOptions {
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

    public CpuExecutorOptions withKvBytes(long value) {
        return new CpuExecutorOptions(value, blockSize, maxRows, maxStepTokens, kvType, kernels);
    }

    public CpuExecutorOptions withBlockSize(int value) {
        return new CpuExecutorOptions(kvBytes, value, maxRows, maxStepTokens, kvType, kernels);
    }

    public CpuExecutorOptions withMaxRows(int value) {
        return new CpuExecutorOptions(kvBytes, blockSize, value, maxStepTokens, kvType, kernels);
    }

    public CpuExecutorOptions withMaxStepTokens(int value) {
        return new CpuExecutorOptions(kvBytes, blockSize, maxRows, value, kvType, kernels);
    }

    public CpuExecutorOptions withKvType(KvType value) {
        return new CpuExecutorOptions(kvBytes, blockSize, maxRows, maxStepTokens, value, kernels);
    }

    public CpuExecutorOptions withKernels(KernelChoice value) {
        return new CpuExecutorOptions(kvBytes, blockSize, maxRows, maxStepTokens, kvType, value);
    }
}
