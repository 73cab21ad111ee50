package io.tokenrouter.app.metrics;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.tokenrouter.app.serving.Served;
import io.tokenrouter.app.serving.ServedPair;
import io.tokenrouter.app.serving.ServingCatalog;
import io.tokenrouter.engine.metrics.EngineSnapshot;
import io.tokenrouter.ui.ConsoleBatching;
import io.tokenrouter.ui.PairBatching;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Settings in force, and predicted and measured throughput of each pair, looked up when somebody scrapes. */
@Component
class BatchingMeters implements MeterBinder, SnapshotObserver {

    private static final long FRESH_NANOS = 200_000_000;

    private final ServingCatalog catalog;
    private final ConsoleBatching batching;
    private final Map<String, List<Meter>> bound = new HashMap<>();
    private @Nullable MeterRegistry registry;
    private List<PairBatching> last = List.of();
    private long lastNanos;

    BatchingMeters(ServingCatalog catalog, ConsoleBatching batching) {
        this.catalog = catalog;
        this.batching = batching;
        this.lastNanos = System.nanoTime() - FRESH_NANOS;
    }

    @Override
    public synchronized void bindTo(MeterRegistry to) {
        registry = to;
        bindPairs(to);
    }

    @Override
    public synchronized void see(EngineSnapshot snapshot, Instant at) {
        if (registry != null) {
            bindPairs(registry);
        }
    }

    private void bindPairs(MeterRegistry to) {
        Set<String> gone = new HashSet<>(bound.keySet());
        for (Served served : catalog.all()) {
            if (served instanceof ServedPair && !gone.remove(served.id()) && !bound.containsKey(served.id())) {
                bound.put(served.id(), bindPair(to, served.id()));
            }
        }
        gone.forEach(pair -> bound.remove(pair).forEach(to::remove));
    }

    private List<Meter> bindPair(MeterRegistry to, String pair) {
        List<Meter> meters = new ArrayList<>();
        Tags tags = Tags.of("pair", pair);
        for (String policy : PairBatching.POLICIES) {
            meters.add(gauge(
                    to,
                    pair,
                    tags.and("policy", policy),
                    "tokenrouter.batching.policy",
                    "1 for the batching policy in force, 0 for the others",
                    figures -> figures.policy().equals(policy) ? 1 : 0));
        }
        meters.add(gauge(
                to,
                pair,
                tags,
                "tokenrouter.batching.pinned",
                "1 while an operator has pinned the settings, 0 while the pair tunes itself",
                figures -> figures.mode().equals("pinned") ? 1 : 0));
        meters.add(gauge(
                to,
                pair,
                tags,
                "tokenrouter.predicted.tokens.per.second",
                "Tokens of answers that the present load is predicted to give; NaN where it is not known",
                figures -> known(figures.now().predictedTokensPerSecond())));
        meters.add(gauge(
                to,
                pair,
                tags,
                "tokenrouter.measured.tokens.per.second",
                "Tokens of answers in the last ten seconds",
                figures -> known(figures.now().measuredTokensPerSecond())));
        return meters;
    }

    private Meter gauge(
            MeterRegistry to,
            String pair,
            Tags tags,
            String name,
            String description,
            ToDoubleFunction<PairBatching> figure) {
        return Gauge.builder(name, this, meters -> meters.figure(pair, figure))
                .description(description)
                .tags(tags)
                .register(to);
    }

    private double figure(String pair, ToDoubleFunction<PairBatching> figure) {
        return pairs().stream()
                .filter(candidate -> candidate.pair().equals(pair))
                .mapToDouble(figure)
                .findFirst()
                .orElse(Double.NaN);
    }

    /** One look serves all meters of a scrape. */
    private synchronized List<PairBatching> pairs() {
        if (System.nanoTime() - lastNanos > FRESH_NANOS) {
            last = batching.pairs();
            lastNanos = System.nanoTime();
        }
        return last;
    }

    private static double known(@Nullable Double value) {
        return value == null ? Double.NaN : value;
    }
}
