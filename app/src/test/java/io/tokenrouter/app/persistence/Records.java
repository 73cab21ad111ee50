package io.tokenrouter.app.persistence;

import io.tokenrouter.engine.api.GenerationStats;
import io.tokenrouter.engine.metrics.EngineSnapshot;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** Records of nothing in particular. */
final class Records {

    private Records() {}

    static GenerationRecord generation(String id, Instant finishedAt) {
        GenerationStats stats = new GenerationStats(1, 0, Map.of("small", 1), 0, Map.of(), 0, 0, 0, 0);
        return new GenerationRecord(
                UUID.randomUUID(),
                id,
                "some-model",
                new UsageShare("anonymous", 1, 1),
                null,
                0,
                stats,
                "length",
                null,
                finishedAt);
    }

    static ThroughputSample sample(String model, Instant sampledAt) {
        return new ThroughputSample(model, sampledAt, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
    }

    static EngineSnapshot snapshot(long nanos, long written, long steps) {
        return new EngineSnapshot(
                nanos,
                List.of(new EngineSnapshot.Model(
                        "m",
                        0,
                        0,
                        0,
                        steps,
                        steps,
                        written,
                        0,
                        0,
                        written,
                        0,
                        0,
                        0,
                        3,
                        1,
                        10,
                        0,
                        EngineSnapshot.Batching.NONE)),
                List.of());
    }
}
