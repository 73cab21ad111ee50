package io.tokenrouter.engine.runtime;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tunes in the background: below everything that answers requests, and whatever fails in it hurts nothing else. */
final class TuningThread implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(TuningThread.class);
    private static final Duration TICK = Duration.ofMillis(100);
    private static final Duration LAST_TICK = Duration.ofSeconds(10);

    private final SelfTuning tuning;
    private final Thread thread;
    private volatile boolean closing;
    private final SparingLog failures = new SparingLog(LOG);

    TuningThread(SelfTuning tuning) {
        this.tuning = tuning;
        thread = Thread.ofPlatform()
                .name("batching-tuner")
                .daemon()
                .priority(Thread.MIN_PRIORITY)
                .start(this::run);
    }

    private void run() {
        while (!closing) {
            try {
                tuning.tick();
            } catch (Throwable failure) {
                failures.error(System.nanoTime(), "Batching could not be tuned", failure);
            }
            LockSupport.parkNanos(this, TICK.toNanos());
        }
    }

    /** Returns when the thread has ended, or after a while if it does not. */
    @Override
    public void close() {
        closing = true;
        LockSupport.unpark(thread);
        try {
            if (!thread.join(LAST_TICK)) {
                LOG.error("The tuner of the batching does not end; its thread is left behind");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
