package io.tokenrouter.app.batching;

import io.tokenrouter.app.background.RepeatedWork;
import java.time.Duration;
import org.springframework.stereotype.Component;

/** Looks at batching once a second while the server runs. */
@Component
class BatchingMonitorThread extends RepeatedWork {

    private static final Duration PAUSE = Duration.ofSeconds(1);
    private static final Duration PATIENCE = Duration.ofSeconds(1);

    private final BatchingMonitor monitor;

    BatchingMonitorThread(BatchingMonitor monitor) {
        super("batching-monitor", PAUSE, PATIENCE);
        this.monitor = monitor;
    }

    @Override
    protected void work() {
        monitor.tick();
    }

    /** Ends before the engine that it looks at. */
    @Override
    public int getPhase() {
        return DEFAULT_PHASE;
    }
}
