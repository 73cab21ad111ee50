package io.tokenrouter.ui;

import java.time.Duration;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import reactor.core.publisher.Flux;
import reactor.core.scheduler.Scheduler;

/**
 * One clock for all viewers: looks once a second while anybody watches, and not at all otherwise.
 *
 * @param <T> what viewers are shown
 */
final class LiveTicker<T> {

    private static final Duration PERIOD = Duration.ofSeconds(1);

    private final Flux<T> figures;

    private LiveTicker(Flux<T> figures) {
        this.figures = figures.replay(1).refCount();
    }

    /** Shows what each look saw. */
    static <T> LiveTicker<T> of(Supplier<T> look, Scheduler scheduler) {
        return new LiveTicker<>(ticks(scheduler).map(tick -> look.get()));
    }

    /** Shows what follows from each look and the one before it. */
    static <S, T> LiveTicker<T> ofPairs(Supplier<S> look, BiFunction<S, S, T> figures, Scheduler scheduler) {
        return new LiveTicker<>(ticks(scheduler)
                .map(tick -> look.get())
                .buffer(2, 1)
                .filter(pair -> pair.size() == 2)
                .map(pair -> figures.apply(pair.getFirst(), pair.getLast())));
    }

    private static Flux<Long> ticks(Scheduler scheduler) {
        return Flux.interval(Duration.ZERO, PERIOD, scheduler).onBackpressureDrop();
    }

    /** Begins with the newest figures if somebody watches already. A slow viewer misses seconds, not memory. */
    Flux<T> watch() {
        return figures.onBackpressureLatest();
    }
}
