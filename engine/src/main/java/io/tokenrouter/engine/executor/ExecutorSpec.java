package io.tokenrouter.engine.executor;

import java.util.List;

/**
 * The limits of an executor.
 *
 * @param vocabularySize ids that may be fed and sampled; logits beyond it are masked inside
 * @param contextLength most positions of one sequence
 * @param blockSize positions of one KV block
 * @param blockCount blocks of the pool; block ids are 0 to blockCount - 1
 * @param maxRows most rows of one step
 * @param maxStepTokens most new ids of one step, summed over its rows
 * @param stepSizes numbers of rows at which the time of a step jumps, rising, from 1 to {@code maxRows}: up to the largest of them a
 *     step takes as long as one of the next size that holds its rows, as with graphs captured for fixed sizes; beyond it, steps take
 *     their own time. Empty where step times rise smoothly
 */
public record ExecutorSpec(
        int vocabularySize,
        int contextLength,
        int blockSize,
        int blockCount,
        int maxRows,
        int maxStepTokens,
        List<Integer> stepSizes) {

    /** @throws IllegalArgumentException if the step sizes do not rise, or are not from 1 to the most rows */
    public ExecutorSpec {
        stepSizes = List.copyOf(stepSizes);
        int before = 0;
        for (int size : stepSizes) {
            if (size <= before || size > maxRows) {
                throw new IllegalArgumentException(
                        "step sizes must rise from 1 to the most rows of a step, " + maxRows + ": " + stepSizes);
            }
            before = size;
        }
    }

    /** Limits of an executor whose step times rise smoothly. */
    public ExecutorSpec(
            int vocabularySize, int contextLength, int blockSize, int blockCount, int maxRows, int maxStepTokens) {
        this(vocabularySize, contextLength, blockSize, blockCount, maxRows, maxStepTokens, List.of());
    }

    /** Blocks needed for a number of positions. */
    public int blocksFor(int positions) {
        return Math.ceilDiv(positions, blockSize);
    }
}
