package io.tokenrouter.app.metrics;

import io.tokenrouter.engine.api.GenerationEngine;
import io.tokenrouter.engine.metrics.EngineSnapshot;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.context.SmartLifecycle;
import org.springframework.stereotype.Component;

/** Looks at the engine once a second while the server runs, for everybody who wants to see it. */
@Component
class SnapshotThread implements SmartLifecycle {

    private static final Logger log = LoggerFactory.getLogger(SnapshotThread.class);

    private final GenerationEngine engine;
    private final List<SnapshotObserver> observers;
    private final Clock clock = Clock.systemUTC();
    private @Nullable ScheduledExecutorService executor;

    SnapshotThread(@Qualifier("routingEngine") GenerationEngine engine, List<SnapshotObserver> observers) {
        this.engine = engine;
        this.observers = observers;
    }

    @Override
    public synchronized void start() {
        executor = Executors.newSingleThreadScheduledExecutor(
                Thread.ofPlatform().name("snapshots").daemon().factory());
        executor.scheduleAtFixedRate(this::look, 0, 1, TimeUnit.SECONDS);
    }

    @Override
    public synchronized void stop() {
        if (executor != null) {
            executor.shutdownNow();
            executor = null;
        }
    }

    @Override
    public synchronized boolean isRunning() {
        return executor != null;
    }

    private void look() {
        try {
            EngineSnapshot snapshot = engine.snapshot();
            Instant at = clock.instant();
            observers.forEach(observer -> show(observer, snapshot, at));
        } catch (Throwable e) {
            // whatever is thrown out of here would end the looks for good, and nobody would hear of it
            log.error("The engine could not be looked at", e);
        }
    }

    private static void show(SnapshotObserver observer, EngineSnapshot snapshot, Instant at) {
        try {
            observer.see(snapshot, at);
        } catch (RuntimeException e) {
            log.error(
                    "What was seen of the engine is lost for {}",
                    observer.getClass().getSimpleName(),
                    e);
        }
    }
}
