package io.tokenrouter.app.hub;

import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Closes a body that has sent nothing for too long, since the JDK's client waits for ever. Safe from any thread. */
final class StallGuard implements AutoCloseable {

    private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor(
            task -> Thread.ofPlatform().name("hub-stall-guard").daemon().unstarted(task));
    private final Duration patience;

    StallGuard(Duration patience) {
        this.patience = patience;
    }

    /**
     * Reads into {@code chunk}.
     *
     * @return bytes, or -1 at the end
     * @throws IOException also where nothing came in time
     */
    int read(InputStream body, byte[] chunk) throws IOException {
        Future<?> alarm = clock.schedule(
                () -> {
                    body.close();
                    return null;
                },
                patience.toMillis(),
                TimeUnit.MILLISECONDS);
        try {
            return body.read(chunk);
        } finally {
            alarm.cancel(false);
        }
    }

    @Override
    public void close() {
        clock.shutdownNow();
    }
}
