package io.tokenrouter.app.persistence;

import io.tokenrouter.engine.api.GenerationStats;
import io.tokenrouter.engine.api.KeptCaches;
import java.time.Instant;
import java.util.Map;
import java.util.UUID;

/** Records of nothing in particular. */
final class Records {

    private Records() {}

    static GenerationRecord generation(String id, Instant finishedAt) {
        return lasting(id, finishedAt, 0);
    }

    static GenerationRecord lasting(String id, Instant finishedAt, long nanos) {
        GenerationStats stats =
                new GenerationStats(1, 0, Map.of("small", 1), 0, Map.of(), 0, 0, KeptCaches.NONE, 0, 0, nanos);
        return new GenerationRecord(
                UUID.randomUUID(),
                id,
                null,
                "some-model",
                new UsageShare("anonymous", 1, 1),
                null,
                0,
                stats,
                "length",
                null,
                finishedAt);
    }
}
