package io.tokenrouter.engine.executor;

/**
 * How much an executor may use of its device.
 *
 * @param kvBytes memory for keys and values, at least one block
 * @param blockSize positions of one KV block
 * @param maxRows most rows of one step
 * @param maxStepTokens most new ids of one step, at least {@code maxRows}
 */
public record ExecutorOptions(long kvBytes, int blockSize, int maxRows, int maxStepTokens) {}
