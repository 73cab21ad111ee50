package io.tokenrouter.ui;

import io.tokenrouter.engine.metrics.EngineSnapshot;
import java.time.Duration;
import java.util.function.Supplier;
import reactor.core.publisher.Flux;
import reactor.core.scheduler.Scheduler;

/** One clock for all viewers: looks at the engine once a second while anybody watches, and not at all otherwise. */
final class LiveTicker {

    private static final Duration PERIOD = Duration.ofSeconds(1);

    private final Flux<LiveFigures> figures;

    LiveTicker(Supplier<EngineSnapshot> engine, Scheduler scheduler) {
        this.figures = Flux.interval(Duration.ZERO, PERIOD, scheduler)
                .onBackpressureDrop()
                .map(tick -> engine.get())
                .buffer(2, 1)
                .filter(pair -> pair.size() == 2)
                .map(pair -> LiveFigures.between(pair.getFirst(), pair.getLast()))
                .replay(1)
                .refCount();
    }

    /** Begins with the newest figures if somebody watches already. A slow viewer misses seconds, not memory. */
    Flux<LiveFigures> watch() {
        return figures.onBackpressureLatest();
    }
}
