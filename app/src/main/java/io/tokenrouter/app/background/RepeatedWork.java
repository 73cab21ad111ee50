package io.tokenrouter.app.background;

import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/**
 * Work that a thread of its own does again and again while the server runs, and once more when it stops: after the web server and the
 * engine, whose last results it may wait for.
 */
public abstract class RepeatedWork implements SmartLifecycle {

    private static final Logger log = LoggerFactory.getLogger(RepeatedWork.class);
    private static final Duration FIRST = Duration.ofSeconds(1);

    private final String name;
    private final Duration pause;
    private final Duration patience;
    private @Nullable ScheduledExecutorService executor;

    /**
     * @param name of the thread
     * @param pause between an end and the next begin
     * @param patience how long a stop waits for work that goes on; what takes longer is not done once more
     */
    protected RepeatedWork(String name, Duration pause, Duration patience) {
        this.name = name;
        this.pause = pause;
        this.patience = patience;
    }

    /** Does it once, never twice at a time. What it throws is logged, and it is done again all the same. */
    protected abstract void work();

    @Override
    public final synchronized void start() {
        executor = Executors.newSingleThreadScheduledExecutor(
                Thread.ofPlatform().name(name).daemon().factory());
        executor.scheduleWithFixedDelay(this::guarded, FIRST.toMillis(), pause.toMillis(), TimeUnit.MILLISECONDS);
    }

    @Override
    public final synchronized void stop() {
        ScheduledExecutorService running = executor;
        if (running == null) {
            return;
        }
        executor = null;
        running.shutdown();
        try {
            if (running.awaitTermination(patience.toMillis(), TimeUnit.MILLISECONDS)) {
                guarded();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public final synchronized boolean isRunning() {
        return executor != null;
    }

    /** Those of higher phases, the web server and the engine, stop before. */
    @Override
    public final int getPhase() {
        return 0;
    }

    private void guarded() {
        try {
            work();
        } catch (RuntimeException e) {
            log.warn("The work of '{}' failed this time", name, e);
        }
    }
}
