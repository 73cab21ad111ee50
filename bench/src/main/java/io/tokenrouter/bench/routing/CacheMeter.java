package io.tokenrouter.bench.routing;

import io.tokenrouter.engine.metrics.EngineSnapshot;
import io.tokenrouter.engine.runtime.RoutingEngine;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;

/** What the caches of an engine hold while it works, looked at every millisecond, and what is computed again because they do not. */
final class CacheMeter {

    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(1);

    private final RoutingEngine engine;
    private final Map<String, Long> bytesPerBlock;
    private double sum;
    private long looks;
    private long recomputed;
    private long saved;
    private volatile boolean working;

    /** @param bytesPerBlock by model */
    CacheMeter(RoutingEngine engine, Map<String, Long> bytesPerBlock) {
        this.engine = engine;
        this.bytesPerBlock = bytesPerBlock;
    }

    /** Does something, and adds what it sees meanwhile to what it saw before. */
    <T> T during(Supplier<T> work) {
        long recomputedBefore = total(model -> model.kept().recomputedTokens());
        long savedBefore = total(model -> model.kept().savedTokens());
        working = true;
        Thread looker = Thread.ofPlatform().name("cache-meter").start(this::look);
        try {
            return work.get();
        } finally {
            working = false;
            join(looker);
            recomputed += total(model -> model.kept().recomputedTokens()) - recomputedBefore;
            saved += total(model -> model.kept().savedTokens()) - savedBefore;
        }
    }

    /** Mean bytes of blocks that generations held. */
    double meanBytes() {
        return sum / looks;
    }

    /** Ids that were run again. */
    long recomputed() {
        return recomputed;
    }

    /** Ids that were resident where a generation came back. */
    long saved() {
        return saved;
    }

    private void look() {
        do {
            sum += total(model ->
                    (model.totalBlocks() - model.freeBlocks() - model.cachedBlocks()) * bytesPerBlock.get(model.id()));
            looks++;
            LockSupport.parkNanos(BETWEEN_LOOKS.toNanos());
        } while (working);
    }

    private long total(ToLongFunction<EngineSnapshot.Model> figure) {
        return engine.snapshot().models().stream().mapToLong(figure).sum();
    }

    private static void join(Thread looker) {
        boolean interrupted = false;
        while (looker.isAlive()) {
            try {
                looker.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
