package io.tokenrouter.app.metrics;

import io.tokenrouter.engine.metrics.EngineSnapshot;
import java.time.Instant;

/** Is shown the engine about once a second, on one thread for all observers; must not wait for anything. */
public interface SnapshotObserver {

    /**
     * @param snapshot of this moment
     * @param at the same moment by the clock on the wall, which may jump
     */
    void see(EngineSnapshot snapshot, Instant at);
}
