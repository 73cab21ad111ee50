package io.tokenrouter.app.metrics;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.tokenrouter.app.persistence.DatabaseState;
import io.tokenrouter.app.persistence.RecordWriter;
import io.tokenrouter.engine.api.GenerationEngine;
import io.tokenrouter.engine.metrics.EngineSnapshot;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.stereotype.Component;

/** Gauges and counters that are read from the engine's snapshot when somebody scrapes. Models may come and go. */
@Component
class SnapshotMeters implements MeterBinder, SnapshotObserver {

    private static final long FRESH_NANOS = 200_000_000;

    private final GenerationEngine engine;
    private final RecordWriter records;
    private final DatabaseState database;
    private final Map<String, ModelMeters> models = new HashMap<>();
    private @Nullable MeterRegistry registry;
    private EngineSnapshot last;

    SnapshotMeters(@Qualifier("routingEngine") GenerationEngine engine, RecordWriter records, DatabaseState database) {
        this.engine = engine;
        this.records = records;
        this.database = database;
        this.last = engine.snapshot();
    }

    @Override
    public synchronized void bindTo(MeterRegistry bound) {
        registry = bound;
        requests(
                bound,
                "running",
                "Generations that have a place",
                request -> !request.at().isEmpty());
        requests(
                bound,
                "waiting",
                "Generations that wait for a place",
                request -> request.at().isEmpty());
        Gauge.builder("tokenrouter.database.up", database, state -> state.isUp() ? 1 : 0)
                .description("1 while the database answers")
                .register(bound);
        FunctionCounter.builder("tokenrouter.records.dropped", records, RecordWriter::dropped)
                .description("Generation records lost while the database did not answer")
                .register(bound);
        bindModels(bound, engine.snapshot());
    }

    @Override
    public synchronized void see(EngineSnapshot snapshot, Instant at) {
        last = snapshot;
        if (registry != null) {
            bindModels(registry, snapshot);
        }
    }

    private void bindModels(MeterRegistry bound, EngineSnapshot snapshot) {
        Set<String> gone = new HashSet<>(models.keySet());
        for (EngineSnapshot.Model model : snapshot.models()) {
            gone.remove(model.id());
            models.computeIfAbsent(model.id(), id -> new ModelMeters(bound, id, this::snapshot));
        }
        gone.forEach(id -> models.remove(id).remove());
    }

    private void requests(
            MeterRegistry bound, String state, String description, Predicate<EngineSnapshot.Request> counted) {
        Gauge.builder(
                        "tokenrouter.requests." + state,
                        this,
                        meters -> meters.snapshot().requests().stream()
                                .filter(counted)
                                .count())
                .description(description)
                .register(bound);
    }

    /** One snapshot serves all meters of a scrape. */
    private synchronized EngineSnapshot snapshot() {
        if (System.nanoTime() - last.atNanos() > FRESH_NANOS) {
            last = engine.snapshot();
        }
        return last;
    }
}
