package io.tokenrouter.engine.executor;

/**
 * The limits of an executor.
 *
 * @param vocabularySize ids that may be fed and sampled; logits beyond it are masked inside
 * @param contextLength most positions of one sequence
 * @param blockSize positions of one KV block
 * @param blockCount blocks of the pool; block ids are 0 to blockCount - 1
 * @param maxRows most rows of one step
 * @param maxStepTokens most new ids of one step, summed over its rows
 */
public record ExecutorSpec(
        int vocabularySize, int contextLength, int blockSize, int blockCount, int maxRows, int maxStepTokens) {

    /** Blocks needed for a number of positions. */
    public int blocksFor(int positions) {
        return Math.ceilDiv(positions, blockSize);
    }
}
