package io.tokenrouter.app.persistence;

import io.tokenrouter.engine.metrics.EngineSnapshot;
import java.time.Instant;

/**
 * What one model did between two snapshots.
 *
 * @param sampledAt end of the interval
 * @param seconds length of the interval
 * @param rowsInSteps rows of all steps; divided by steps it is the mean batch
 */
public record ThroughputSample(
        String modelId,
        Instant sampledAt,
        double seconds,
        long writtenTokens,
        long extendedTokens,
        long catchUpTokens,
        long steps,
        long rowsInSteps,
        double busySeconds,
        int waiting,
        int running,
        int usedBlocks,
        int totalBlocks) {

    /** The difference of two snapshots of the same model. */
    static ThroughputSample between(
            EngineSnapshot.Model before, EngineSnapshot.Model after, double seconds, Instant sampledAt) {
        return new ThroughputSample(
                after.id(),
                sampledAt,
                seconds,
                after.writtenTokens() - before.writtenTokens(),
                after.extendTokens() - before.extendTokens(),
                after.catchUpTokens() - before.catchUpTokens(),
                after.steps() - before.steps(),
                after.rows() - before.rows(),
                (after.busyNanos() - before.busyNanos()) / 1e9,
                after.waiting(),
                after.running(),
                after.totalBlocks() - after.freeBlocks() - after.cachedBlocks(),
                after.totalBlocks());
    }
}
