package io.tokenrouter.app.hub;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/** Closes a body that has sent nothing for too long, since the JDK's client waits for ever. Safe from any thread. */
final class StallGuard {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    /** Does something after a time. */
    @FunctionalInterface
    interface Alarms {
        /** @return calls it off */
        Runnable set(Duration time, Runnable ring);
    }

    private final Alarms alarms;

    StallGuard(Alarms alarms) {
        this.alarms = alarms;
    }

    static StallGuard inRealTime() {
        return new StallGuard((time, ring) -> {
            CompletableFuture<Void> waiting = new CompletableFuture<>();
            waiting.orTimeout(time.toMillis(), TimeUnit.MILLISECONDS).exceptionally(_ -> {
                ring.run();
                return null;
            });
            return () -> waiting.complete(null);
        });
    }

    /**
     * Reads into {@code chunk}.
     *
     * @return bytes, or -1 at the end
     * @throws IOException also where nothing came in time
     */
    int read(InputStream body, byte[] chunk) throws IOException {
        AtomicBoolean stalled = new AtomicBoolean();
        Runnable callOff = alarms.set(PATIENCE, () -> {
            stalled.set(true);
            close(body);
        });
        int read;
        try {
            read = body.read(chunk);
        } catch (IOException e) {
            throw stalled.get() ? nothingCame() : e;
        } finally {
            callOff.run();
        }
        // A body that another thread closes can look like one that has ended.
        if (stalled.get()) {
            throw nothingCame();
        }
        return read;
    }

    private static IOException nothingCame() {
        return new IOException("the hub sent nothing for " + PATIENCE.toSeconds() + " s");
    }

    private static void close(InputStream body) {
        try {
            body.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
