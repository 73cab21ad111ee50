package io.tokenrouter.engine.executor;

import org.jspecify.annotations.Nullable;

/**
 * Extends one sequence by {@code count} ids at positions {@code start .. start + count - 1}; the keys and values of all
 * earlier positions are already in its blocks.
 *
 * @param ids array that holds the new ids; read only during the step
 * @param from index of the first new id in {@code ids}
 * @param count new ids, at least 1
 * @param start position of the first new id; 0 at the start of a sequence
 * @param blocks physical block ids in the order of the sequence; position p is in {@code blocks[p / blockSize]}. May be
 *     longer than needed; read only during the step
 * @param candidate what is wanted at the last position; null for a chunk that only fills the cache
 */
public record BatchRow(
        int[] ids,
        int from,
        int count,
        int start,
        int[] blocks,
        @Nullable CandidateRequest candidate) {}
