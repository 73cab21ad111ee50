package io.tokenrouter.app.metrics;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.tokenrouter.app.persistence.DatabaseState;
import io.tokenrouter.app.persistence.RecordWriter;
import io.tokenrouter.app.serving.Served;
import io.tokenrouter.app.serving.ServedModel;
import io.tokenrouter.app.serving.ServingCatalog;
import io.tokenrouter.engine.api.GenerationEngine;
import io.tokenrouter.engine.metrics.EngineSnapshot;
import java.util.function.ToDoubleFunction;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.stereotype.Component;

/** Gauges and counters that are read from the engine's snapshot when somebody scrapes. */
@Component
class SnapshotMeters implements MeterBinder {

    private static final long FRESH_NANOS = 200_000_000;

    private final ServingCatalog catalog;
    private final GenerationEngine engine;
    private final RecordWriter records;
    private final DatabaseState database;
    private EngineSnapshot last;

    SnapshotMeters(
            ServingCatalog catalog,
            @Qualifier("routingEngine") GenerationEngine engine,
            RecordWriter records,
            DatabaseState database) {
        this.catalog = catalog;
        this.engine = engine;
        this.records = records;
        this.database = database;
        this.last = engine.snapshot();
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        Gauge.builder(
                        "tokenrouter.requests.running",
                        this,
                        meters -> meters.snapshot().requests().size())
                .description("Generations that are queued or running")
                .register(registry);
        Gauge.builder("tokenrouter.database.up", database, state -> state.isUp() ? 1 : 0)
                .description("1 while the database answers")
                .register(registry);
        FunctionCounter.builder("tokenrouter.records.dropped", records, RecordWriter::dropped)
                .description("Generation records lost while the database did not answer")
                .register(registry);
        for (Served served : catalog.all()) {
            if (served instanceof ServedModel) {
                bindModel(registry, served.id());
            }
        }
    }

    private void bindModel(MeterRegistry registry, String model) {
        gauge(registry, model, "tokenrouter.rows.waiting", "Rows that wait for a step", EngineSnapshot.Model::waiting);
        gauge(registry, model, "tokenrouter.rows.running", "Rows of the step that runs", EngineSnapshot.Model::running);
        gauge(
                registry,
                model,
                "tokenrouter.kv.cache.usage.ratio",
                "Share of the KV blocks that generations hold",
                figures -> figures.totalBlocks() == 0
                        ? 0
                        : 1 - (double) (figures.freeBlocks() + figures.cachedBlocks()) / figures.totalBlocks());
        counter(
                registry,
                model,
                "tokenrouter.prefill.tokens",
                "Prompt tokens that the model read",
                EngineSnapshot.Model::prefillTokens);
        counter(
                registry,
                model,
                "tokenrouter.catch.up.tokens",
                "Tokens that the model only read because another had written them",
                EngineSnapshot.Model::catchUpTokens);
        counter(
                registry,
                model,
                "tokenrouter.discarded.tokens",
                "Proposals of the model that were not taken",
                EngineSnapshot.Model::discardedTokens);
        counter(
                registry,
                model,
                "tokenrouter.prefix.cache.hit.tokens",
                "Prompt tokens found in the shared-prefix cache",
                EngineSnapshot.Model::prefixHits);
    }

    private void gauge(
            MeterRegistry registry,
            String model,
            String name,
            String description,
            ToDoubleFunction<EngineSnapshot.Model> figure) {
        Gauge.builder(name, this, meters -> figure.applyAsDouble(meters.model(model)))
                .description(description)
                .tag("model", model)
                .register(registry);
    }

    private void counter(
            MeterRegistry registry,
            String model,
            String name,
            String description,
            ToDoubleFunction<EngineSnapshot.Model> figure) {
        FunctionCounter.builder(name, this, meters -> figure.applyAsDouble(meters.model(model)))
                .description(description)
                .tag("model", model)
                .register(registry);
    }

    private EngineSnapshot.Model model(String id) {
        return snapshot().models().stream()
                .filter(model -> model.id().equals(id))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("model " + id + " is gone"));
    }

    /** One snapshot serves all meters of a scrape. */
    private synchronized EngineSnapshot snapshot() {
        if (System.nanoTime() - last.atNanos() > FRESH_NANOS) {
            last = engine.snapshot();
        }
        return last;
    }
}
