package io.tokenrouter.app.batching;

import io.tokenrouter.engine.metrics.EngineSnapshot;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a pair wrote in the last ten seconds, from snapshots about a second apart. The engine counts tokens by model: those of another
 * pair that shares a model count as well, while its requests do not. Used by one thread.
 */
final class LoadMeter {

    private static final int SNAPSHOTS = 11;

    private final String smallId;
    private final String largeId;
    private final Set<String> targets;
    private final Deque<Reading> readings = new ArrayDeque<>();

    /**
     * @param requests at one of the models or on their way between them
     * @param small tokens of the small model that were kept, since it was loaded
     * @param large tokens of the large model that were kept, since it was loaded
     */
    record Reading(long atNanos, int requests, long small, long large) {

        long tokens() {
            return small + large;
        }
    }

    LoadMeter(String pairId, String smallId, String largeId) {
        this.smallId = smallId;
        this.largeId = largeId;
        this.targets = Set.of(pairId, smallId, largeId);
    }

    void take(EngineSnapshot snapshot) {
        int requests = (int) snapshot.requests().stream()
                .filter(request -> targets.contains(request.target()))
                .filter(request -> !request.at().isEmpty())
                .count();
        Reading reading =
                new Reading(snapshot.atNanos(), requests, written(snapshot, smallId), written(snapshot, largeId));
        Reading last = readings.peekLast();
        if (last != null && (reading.small() < last.small() || reading.large() < last.large())) {
            // a model loaded again under its id starts to count anew
            readings.clear();
        }
        readings.addLast(reading);
        if (readings.size() > SNAPSHOTS) {
            readings.removeFirst();
        }
    }

    private static long written(EngineSnapshot snapshot, String modelId) {
        return snapshot.models().stream()
                .filter(model -> model.id().equals(modelId))
                .mapToLong(EngineSnapshot.Model::writtenTokens)
                .findFirst()
                .orElse(0);
    }

    /** Of the newest snapshot. */
    int requests() {
        Reading last = readings.peekLast();
        return last == null ? 0 : last.requests();
    }

    /** Null before there are two snapshots. */
    @Nullable
    Double tokensPerSecond() {
        if (readings.size() < 2) {
            return null;
        }
        Reading first = readings.getFirst();
        Reading last = readings.getLast();
        return 1e9 * (last.tokens() - first.tokens()) / Math.max(1, last.atNanos() - first.atNanos());
    }

    /** Null where no token was written. */
    @Nullable
    Double largeShare() {
        if (readings.size() < 2) {
            return null;
        }
        Reading first = readings.getFirst();
        Reading last = readings.getLast();
        long tokens = last.tokens() - first.tokens();
        return tokens == 0 ? null : (Double) ((double) (last.large() - first.large()) / tokens);
    }

    /** The newest two snapshots; null before there are two. */
    Reading @Nullable [] lastTwo() {
        if (readings.size() < 2) {
            return null;
        }
        Reading[] all = readings.toArray(Reading[]::new);
        return new Reading[] {all[all.length - 2], all[all.length - 1]};
    }
}
