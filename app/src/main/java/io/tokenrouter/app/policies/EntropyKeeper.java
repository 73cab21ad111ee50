package io.tokenrouter.app.policies;

import io.tokenrouter.app.persistence.EntropyStore;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import org.springframework.dao.DataAccessException;
import org.springframework.stereotype.Component;

/** Keeps the entropies over restarts: written every ten seconds where there are new ones, and when the server stops. */
@Component
class EntropyKeeper implements SmartLifecycle {

    private static final Logger log = LoggerFactory.getLogger(EntropyKeeper.class);
    private static final long PERIOD_SECONDS = 10;
    private static final long END_SECONDS = 3;

    private final EntropyRecorder recorder;
    private final EntropyStore store;
    private final Map<String, Long> written = new HashMap<>();
    private boolean loaded;
    private @Nullable ScheduledExecutorService executor;

    EntropyKeeper(EntropyRecorder recorder, EntropyStore store) {
        this.recorder = recorder;
        this.store = store;
    }

    @Override
    public synchronized void start() {
        executor = Executors.newSingleThreadScheduledExecutor(
                Thread.ofPlatform().name("entropies").daemon().factory());
        executor.scheduleWithFixedDelay(this::tick, 1, PERIOD_SECONDS, TimeUnit.SECONDS);
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
            if (running.awaitTermination(END_SECONDS, TimeUnit.SECONDS)) {
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

    /** Stops after the engine has told its last tokens. */
    @Override
    public int getPhase() {
        return 0;
    }

    /** A database that does not answer costs nothing but the newest entropies. */
    private void tick() {
        try {
            if (!loaded) {
                store.all().forEach(recorder::restore);
                loaded = true;
            }
            recorder.all().forEach((pair, histogram) -> {
                long changes = histogram.changes();
                if (changes > 0 && !Long.valueOf(changes).equals(written.get(pair))) {
                    store.put(pair, histogram.counts());
                    written.put(pair, changes);
                }
            });
        } catch (DataAccessException e) {
            log.debug("Entropies were not kept; tried again later", e);
        } catch (RuntimeException e) {
            log.warn("Entropies were not kept", e);
        }
    }
}
