package io.tokenrouter.ui;

import io.tokenrouter.engine.api.GenerationEngine;
import io.tokenrouter.engine.api.GenerationHandle;
import io.tokenrouter.engine.api.GenerationRequest;
import io.tokenrouter.engine.api.TokenListener;
import io.tokenrouter.engine.metrics.EngineSnapshot;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;

/** An engine that only counts: what the scripted API wrote is in its snapshots. */
final class ScriptedEngine implements GenerationEngine {

    private final Map<String, Long> written = new TreeMap<>(Map.of("demo-small", 0L, "demo-large", 0L, "smol", 0L));
    private final AtomicInteger snapshots = new AtomicInteger();

    synchronized void wrote(String model, long tokens) {
        written.merge(model, tokens, Long::sum);
    }

    int snapshotsTaken() {
        return snapshots.get();
    }

    @Override
    public GenerationHandle submit(GenerationRequest request, TokenListener listener) {
        throw new UnsupportedOperationException("pages ask through the HTTP API");
    }

    @Override
    public synchronized EngineSnapshot snapshot() {
        snapshots.incrementAndGet();
        List<EngineSnapshot.Model> models = written.entrySet().stream()
                .map(entry -> model(entry.getKey(), entry.getValue()))
                .toList();
        return new EngineSnapshot(System.nanoTime(), models, List.of());
    }

    static EngineSnapshot.Model model(String id, long written) {
        return new EngineSnapshot.Model(
                id,
                0,
                0,
                0,
                0,
                0,
                0,
                0,
                0,
                written,
                0,
                0,
                0,
                EngineSnapshot.Kept.NONE,
                EngineSnapshot.Spare.NONE,
                EngineSnapshot.Graphs.NONE,
                0,
                0,
                64,
                0,
                64,
                0,
                EngineSnapshot.Batching.NONE);
    }
}
