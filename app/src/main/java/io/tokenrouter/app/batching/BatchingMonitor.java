package io.tokenrouter.app.batching;

import io.tokenrouter.app.forecast.Forecaster;
import io.tokenrouter.app.forecast.SettingsText;
import io.tokenrouter.engine.api.GenerationEngine;
import io.tokenrouter.engine.metrics.EngineSnapshot;
import io.tokenrouter.ui.PairBatching;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.stereotype.Component;

/** Measures each pair about once a second and compares it with what is predicted. {@link #tick} is of one thread. */
@Component
class BatchingMonitor {

    private final PairGroups pairs;
    private final GenerationEngine engine;
    private final Forecaster forecaster;
    private final Adoptions adoptions;
    private final ChangeLog changes;
    private final Map<String, Watched> watched = new HashMap<>();
    private final Map<String, Seen> seen = new ConcurrentHashMap<>();

    BatchingMonitor(
            PairGroups pairs,
            @Qualifier("routingEngine") GenerationEngine engine,
            Forecaster forecaster,
            Adoptions adoptions,
            ChangeLog changes) {
        this.pairs = pairs;
        this.engine = engine;
        this.forecaster = forecaster;
        this.adoptions = adoptions;
        this.changes = changes;
    }

    private record Watched(LoadMeter meter, LoadLog log, Outlook outlook) {}

    /** What the last look at a pair saw. */
    record Seen(PairBatching.Now now, List<PairBatching.Load> loads) {

        static final Seen NOTHING = new Seen(new PairBatching.Now(0, null, null, null, null, null, null), List.of());
    }

    /** Safe from any thread. */
    Seen seen(String pairId) {
        return seen.getOrDefault(pairId, Seen.NOTHING);
    }

    void tick() {
        EngineSnapshot snapshot = engine.snapshot();
        List<PairGroup> all = pairs.all();
        adoptions.take().forEach(adoption -> changes.add(adoption, all));
        for (PairGroup pair : all) {
            Watched watch = watched.computeIfAbsent(pair.pair().id(), id -> watch(pair));
            seen.put(pair.pair().id(), look(pair, watch, snapshot));
        }
    }

    private Watched watch(PairGroup pair) {
        return new Watched(
                new LoadMeter(
                        pair.pair().id(), pair.pair().smallId(), pair.pair().largeId()),
                new LoadLog(),
                new Outlook(forecaster));
    }

    private static Seen look(PairGroup pair, Watched watch, EngineSnapshot snapshot) {
        LoadMeter meter = watch.meter();
        meter.take(snapshot);
        Outlook.@Nullable Prediction outlook = watch.outlook()
                .look(pair, meter.requests(), meter.largeShare(), tuned(pair, snapshot), snapshot.atNanos());
        LoadMeter.Reading[] lastTwo = meter.lastTwo();
        if (lastTwo != null) {
            watch.log()
                    .add(
                            lastTwo[0],
                            lastTwo[1],
                            SettingsText.of(pair.settings(), Math.max(1, meter.requests())),
                            outlook == null ? null : (Double) outlook.inForce().tokensPerSecond());
        }
        return new Seen(now(meter, outlook), watch.log().shown());
    }

    /** What the tuner expects of the pair's group, and judges its settings by. */
    private static double tuned(PairGroup pair, EngineSnapshot snapshot) {
        return snapshot.models().stream()
                .filter(model -> model.id().equals(pair.pair().smallId()))
                .mapToDouble(model -> model.batching().predictedTokensPerSecond())
                .findFirst()
                .orElse(Double.NaN);
    }

    private static PairBatching.Now now(LoadMeter meter, Outlook.@Nullable Prediction outlook) {
        if (outlook == null) {
            return new PairBatching.Now(
                    meter.requests(), meter.largeShare(), meter.tokensPerSecond(), null, null, null, null);
        }
        return new PairBatching.Now(
                meter.requests(),
                meter.largeShare(),
                meter.tokensPerSecond(),
                outlook.inForce().tokensPerSecond(),
                outlook.greedy().tokensPerSecond(),
                outlook.inForce().p99GapMillis().orElseThrow(),
                outlook.greedy().p99GapMillis().orElseThrow());
    }
}
