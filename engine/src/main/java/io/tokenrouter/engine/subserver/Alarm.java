package io.tokenrouter.engine.subserver;

import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Calls back when a time has come, on a thread of its own that sleeps until then. */
final class Alarm implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Alarm.class);
    private static final long NEVER = Long.MAX_VALUE;
    private static final long PAUSE_AFTER_FAILURE = 1_000_000;

    private final LongSupplier clock;
    private final Runnable action;
    private final Runnable pause;
    private final Thread thread;
    private volatile long dueNanos = NEVER;
    private volatile boolean closed;

    /**
     * @param action after it the alarm is not set; it may set it again
     */
    Alarm(LongSupplier clock, Runnable action) {
        this(clock, action, Alarm::pauseAfterFailure);
    }

    /**
     * @param pause waits a little, on the alarm's thread, after the action has failed
     */
    Alarm(LongSupplier clock, Runnable action, Runnable pause) {
        this.clock = clock;
        this.action = action;
        this.pause = pause;
        this.thread = Thread.ofPlatform().name("step-alarm").daemon().start(this::loop);
    }

    /** Calls back at this time, or earlier if the alarm was set to an earlier one. Calls must not overlap. */
    void setNoLaterThan(long nanos) {
        if (nanos < dueNanos) {
            dueNanos = nanos;
            LockSupport.unpark(thread);
        }
    }

    /** Not set any more; by the action. */
    void clear() {
        dueNanos = NEVER;
    }

    @Override
    public void close() {
        closed = true;
        LockSupport.unpark(thread);
    }

    private void loop() {
        while (!closed) {
            try {
                waitOrRing();
            } catch (Throwable bug) {
                LOG.error("The alarm failed; it goes on", bug);
                pause.run();
            }
        }
    }

    /** What fails at once each time it is tried keeps no core busy. */
    static void pauseAfterFailure() {
        LockSupport.parkNanos(PAUSE_AFTER_FAILURE);
    }

    private void waitOrRing() {
        long due = dueNanos;
        long left = due == NEVER ? NEVER : due - clock.getAsLong();
        if (left <= 0) {
            action.run();
        } else if (left == NEVER) {
            LockSupport.park(this);
        } else {
            LockSupport.parkNanos(this, left);
        }
    }
}
