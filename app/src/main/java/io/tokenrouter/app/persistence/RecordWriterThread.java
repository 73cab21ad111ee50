package io.tokenrouter.app.persistence;

import java.time.Clock;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import org.springframework.stereotype.Component;

/** Ticks the record writer once a second, and a last time when the server stops. */
@Component
class RecordWriterThread implements SmartLifecycle {

    private static final Logger log = LoggerFactory.getLogger(RecordWriterThread.class);
    private static final long LAST_TICK_LIMIT_SECONDS = 5;

    private final RecordWriter writer;
    private @Nullable ScheduledExecutorService executor;

    RecordWriterThread(RecordWriter writer) {
        this.writer = writer;
    }

    @Override
    public synchronized void start() {
        executor = Executors.newSingleThreadScheduledExecutor(
                Thread.ofPlatform().name("records").daemon().factory());
        executor.scheduleWithFixedDelay(this::tick, 1, 1, TimeUnit.SECONDS);
    }

    @Override
    public synchronized void stop() {
        ScheduledExecutorService running = executor;
        if (running == null) {
            return;
        }
        executor = null;
        running.shutdown();
        try {
            if (running.awaitTermination(LAST_TICK_LIMIT_SECONDS, TimeUnit.SECONDS)) {
                tick();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public synchronized boolean isRunning() {
        return executor != null;
    }

    /** Stops after the web server and the engine have given their last records. */
    @Override
    public int getPhase() {
        return 0;
    }

    private void tick() {
        try {
            writer.tick(Clock.systemUTC().instant());
        } catch (RuntimeException e) {
            log.warn("Records were not written", e);
        }
    }
}
