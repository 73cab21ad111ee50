package io.tokenrouter.app.background;

import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/** Work that a thread of its own does again and again while the server runs. Safe from any thread. */
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
     * @param patience how long a stop waits for work that goes on; after what takes longer, {@link #last} is left out
     */
    protected RepeatedWork(String name, Duration pause, Duration patience) {
        this.name = name;
        this.pause = pause;
        this.patience = patience;
    }

    /** Does it once, never twice at a time. What it throws is logged, and it is done again all the same. */
    protected abstract void work();

    /** Done when it starts, before {@link #start} returns. What it throws is logged. */
    protected void first() {}

    /** Done once more when the server stops, after all work. What it throws is logged. */
    protected void last() {}

    /**
     * Has the work done once at the next moment, whatever is left of the pause.
     *
     * @return false where it does not run
     */
    protected final synchronized boolean hurry() {
        if (executor == null) {
            return false;
        }
        executor.execute(() -> guarded(this::work));
        return true;
    }

    @Override
    public final synchronized void start() {
        guarded(this::first);
        executor = Executors.newSingleThreadScheduledExecutor(
                Thread.ofPlatform().name(name).daemon().factory());
        executor.scheduleWithFixedDelay(
                () -> guarded(this::work), FIRST.toMillis(), pause.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** Nobody who asks meanwhile waits for it. */
    @Override
    public final void stop() {
        ScheduledExecutorService running;
        synchronized (this) {
            running = executor;
            executor = null;
        }
        if (running == null) {
            return;
        }
        running.shutdown();
        try {
            if (running.awaitTermination(patience.toMillis(), TimeUnit.MILLISECONDS)) {
                guarded(this::last);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public final synchronized boolean isRunning() {
        return executor != null;
    }

    /** Work that waits for last results: those of higher phases, the web server and the engine, stop before. */
    @Override
    public int getPhase() {
        return 0;
    }

    private void guarded(Runnable work) {
        try {
            work.run();
        } catch (Throwable e) {
            // whatever is thrown out of here would end the work for good, and nobody would hear of it
            log.warn("The work of '{}' failed this time", name, e);
        }
    }
}
