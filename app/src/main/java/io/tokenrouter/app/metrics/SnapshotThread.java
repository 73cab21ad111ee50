package io.tokenrouter.app.metrics;

import io.tokenrouter.app.background.RepeatedWork;
import io.tokenrouter.engine.api.GenerationEngine;
import io.tokenrouter.engine.metrics.EngineSnapshot;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.stereotype.Component;

/** Looks at the engine once a second while the server runs, for everybody who wants to see it. */
@Component
class SnapshotThread extends RepeatedWork {

    private static final Logger log = LoggerFactory.getLogger(SnapshotThread.class);
    private static final Duration PAUSE = Duration.ofSeconds(1);
    private static final Duration PATIENCE = Duration.ofSeconds(1);

    private final GenerationEngine engine;
    private final List<SnapshotObserver> observers;
    private final Clock clock = Clock.systemUTC();

    SnapshotThread(@Qualifier("routingEngine") GenerationEngine engine, List<SnapshotObserver> observers) {
        super("snapshots", PAUSE, PATIENCE);
        this.engine = engine;
        this.observers = observers;
    }

    /** What the first requests do counts from here on: a look a second later would miss it. */
    @Override
    protected void first() {
        work();
    }

    @Override
    protected void work() {
        EngineSnapshot snapshot = engine.snapshot();
        Instant at = clock.instant();
        observers.forEach(observer -> show(observer, snapshot, at));
    }

    /** Ends before the engine that it looks at. */
    @Override
    public int getPhase() {
        return DEFAULT_PHASE;
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
