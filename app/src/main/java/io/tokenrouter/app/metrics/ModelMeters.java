package io.tokenrouter.app.metrics;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.tokenrouter.engine.metrics.EngineSnapshot;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/** Gauges and counters of one loaded model. */
final class ModelMeters {

    private final MeterRegistry registry;
    private final String model;
    private final Supplier<EngineSnapshot> snapshot;
    private final List<Meter> meters = new ArrayList<>();

    /** @param snapshot of this moment, or nearly so */
    ModelMeters(MeterRegistry registry, String model, Supplier<EngineSnapshot> snapshot) {
        this.registry = registry;
        this.model = model;
        this.snapshot = snapshot;
        gauge("tokenrouter.rows.waiting", "Rows that wait for a step", EngineSnapshot.Model::waiting);
        gauge("tokenrouter.rows.running", "Rows of the step that runs", EngineSnapshot.Model::running);
        gauge("tokenrouter.kv.cache.usage.ratio", "Share of the KV blocks that generations hold", ModelMeters::kvUsage);
        counter(
                "tokenrouter.extend.tokens",
                "Tokens that the model ran in steps: prompts, what it catches up on, and those that it goes on from",
                EngineSnapshot.Model::extendTokens);
        counter("tokenrouter.prefill.tokens", "Prompt tokens that the model read", EngineSnapshot.Model::prefillTokens);
        counter(
                "tokenrouter.catch.up.tokens",
                "Tokens that the model only read because another had written them",
                EngineSnapshot.Model::catchUpTokens);
        counter(
                "tokenrouter.discarded.tokens",
                "Proposals of the model that were not taken",
                EngineSnapshot.Model::discardedTokens);
        counter(
                "tokenrouter.side.branch.tokens",
                "Tokens that the model read beside answers, to be asked about them",
                EngineSnapshot.Model::sideBranchTokens);
        counter(
                "tokenrouter.fused.rows",
                "Rows that the model ran for tokens drawn from the rows of several models",
                EngineSnapshot.Model::fusedRows);
        counter(
                "tokenrouter.returns",
                "Visits of generations that had been at the model before",
                figures -> figures.kept().returns());
        counter(
                "tokenrouter.kept.tokens",
                "Tokens that were resident at these visits and needed no computation",
                figures -> figures.kept().savedTokens());
        counter(
                "tokenrouter.recomputed.tokens",
                "Tokens that the model ran again because their keys and values had been given up",
                figures -> figures.kept().recomputedTokens());
        counter(
                "tokenrouter.kept.block.seconds",
                "KV blocks held for generations at other models, times the seconds",
                figures -> figures.kept().blockNanos() / 1e9);
        gauge(
                "tokenrouter.kept.blocks",
                "KV blocks held now for generations at other models",
                figures -> figures.kept().blocks());
        counter(
                "tokenrouter.warm.tokens",
                "Tokens that the model read in idle time, before it was asked",
                figures -> figures.spare().warmTokens());
        counter(
                "tokenrouter.run.ahead.tokens",
                "Tokens that the model ran behind a proposal of its own that was set aside",
                figures -> figures.spare().aheadTokens());
        counter(
                "tokenrouter.run.ahead.kept.tokens",
                "Of these, those that the answer got: run-ahead hits",
                figures -> figures.spare().keptTokens());
        counter(
                "tokenrouter.run.ahead.dropped.tokens",
                "Of these, those that the answer did not get",
                figures -> figures.spare().droppedTokens());
        counter(
                "tokenrouter.graph.replayed.steps",
                "Steps that a GPU ran as a replay of a recorded graph: graph hits",
                figures -> figures.graphs().replayed());
        counter(
                "tokenrouter.graph.captured.steps",
                "Steps whose graph was recorded first",
                figures -> figures.graphs().captured());
        counter(
                "tokenrouter.graph.plain.steps",
                "Steps of a GPU that no graph fits, launched kernel by kernel",
                figures -> figures.graphs().plain());
        counter(
                "tokenrouter.prefix.cache.hit.tokens",
                "Prompt tokens found in the shared-prefix cache",
                EngineSnapshot.Model::prefixHits);
    }

    /** When the model is not loaded any more. */
    void remove() {
        meters.forEach(registry::remove);
    }

    private void gauge(String name, String description, ToDoubleFunction<EngineSnapshot.Model> figure) {
        meters.add(Gauge.builder(name, this, meter -> meter.figure(figure))
                .description(description)
                .tag("model", model)
                .register(registry));
    }

    private void counter(String name, String description, ToDoubleFunction<EngineSnapshot.Model> figure) {
        meters.add(FunctionCounter.builder(name, this, meter -> meter.figure(figure))
                .description(description)
                .tag("model", model)
                .register(registry));
    }

    private double figure(ToDoubleFunction<EngineSnapshot.Model> figure) {
        EngineSnapshot.@Nullable Model found = snapshot.get().models().stream()
                .filter(candidate -> candidate.id().equals(model))
                .findFirst()
                .orElse(null);
        return found == null ? Double.NaN : figure.applyAsDouble(found);
    }

    private static double kvUsage(EngineSnapshot.Model figures) {
        return figures.totalBlocks() == 0
                ? 0
                : 1 - (double) (figures.freeBlocks() + figures.cachedBlocks()) / figures.totalBlocks();
    }
}
