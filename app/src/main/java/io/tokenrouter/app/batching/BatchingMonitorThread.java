package io.tokenrouter.app.batching;

import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import org.springframework.stereotype.Component;

/** Looks at batching once a second while the server runs, behind everything that serves. */
@Component
class BatchingMonitorThread implements SmartLifecycle {

    private static final Logger log = LoggerFactory.getLogger(BatchingMonitorThread.class);

    private final BatchingMonitor monitor;
    private @Nullable ScheduledExecutorService executor;

    BatchingMonitorThread(BatchingMonitor monitor) {
        this.monitor = monitor;
    }

    @Override
    public synchronized void start() {
        executor = Executors.newSingleThreadScheduledExecutor(Thread.ofPlatform()
                .name("batching-monitor")
                .daemon()
                .priority(Thread.MIN_PRIORITY)
                .factory());
        executor.scheduleWithFixedDelay(this::tick, 0, 1, TimeUnit.SECONDS);
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

    private void tick() {
        try {
            monitor.tick();
        } catch (Throwable e) {
            // whatever is thrown out of here would end the looks for good, and nobody would hear of it
            log.error("Batching was not measured for a second", e);
        }
    }
}
