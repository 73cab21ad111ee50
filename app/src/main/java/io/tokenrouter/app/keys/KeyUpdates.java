package io.tokenrouter.app.keys;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.InitializingBean;
import org.springframework.context.SmartLifecycle;
import org.springframework.stereotype.Component;

/**
 * Keeps the copy of the keys up to date on a thread of its own: every other second, so that a key that another server revokes
 * ends within seconds, and when somebody comes with a key that is not known. All who ask meanwhile share one look.
 */
@Component
class KeyUpdates implements InitializingBean, SmartLifecycle {

    private static final Logger log = LoggerFactory.getLogger(KeyUpdates.class);
    private static final long PERIOD_SECONDS = 2;
    private static final long LAST_USES_SECONDS = 10;
    private static final long LAST_WRITE_LIMIT_SECONDS = 5;

    private final KeyDirectory directory;
    private @Nullable ScheduledExecutorService executor;
    private @Nullable CompletableFuture<Boolean> next;

    KeyUpdates(KeyDirectory directory) {
        this.directory = directory;
    }

    /** The first request must find all keys. */
    @Override
    public void afterPropertiesSet() {
        if (!directory.refresh()) {
            throw new IllegalStateException("the API keys could not be read from the database");
        }
    }

    /** Looks once more. The future says, at some time later, whether the database has answered; it never fails. */
    synchronized CompletableFuture<Boolean> look() {
        if (executor == null) {
            return CompletableFuture.completedFuture(false);
        }
        if (next == null) {
            next = new CompletableFuture<>();
            try {
                executor.execute(this::answer);
            } catch (RejectedExecutionException stopped) {
                next.complete(false);
            }
        }
        return next;
    }

    /** Whoever asks from here on may have seen a key that this look misses, and waits for the next. */
    private void answer() {
        CompletableFuture<Boolean> asked;
        synchronized (this) {
            asked = next;
            next = null;
        }
        boolean answered = false;
        try {
            answered = directory.refresh();
        } catch (RuntimeException e) {
            log.warn("The keys could not be read", e);
        }
        if (asked != null) {
            asked.complete(answered);
        }
    }

    @Override
    public synchronized void start() {
        executor = Executors.newSingleThreadScheduledExecutor(
                Thread.ofPlatform().name("keys").daemon().factory());
        executor.scheduleWithFixedDelay(this::look, PERIOD_SECONDS, PERIOD_SECONDS, TimeUnit.SECONDS);
        executor.scheduleWithFixedDelay(this::writeLastUses, LAST_USES_SECONDS, LAST_USES_SECONDS, TimeUnit.SECONDS);
    }

    private void writeLastUses() {
        try {
            directory.writeLastUses();
        } catch (RuntimeException e) {
            log.warn("Last uses of keys were not written", e);
        }
    }

    @Override
    public void stop() {
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
            if (running.awaitTermination(LAST_WRITE_LIMIT_SECONDS, TimeUnit.SECONDS)) {
                writeLastUses();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public synchronized boolean isRunning() {
        return executor != null;
    }

    /** Stops after the web server. */
    @Override
    public int getPhase() {
        return 0;
    }
}
