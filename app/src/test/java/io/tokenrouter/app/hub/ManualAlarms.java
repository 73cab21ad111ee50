package io.tokenrouter.app.hub;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Alarms that ring when a test says that the time is over, never by themselves. Safe from any thread. */
final class ManualAlarms implements StallGuard.Alarms {

    private @Nullable Runnable waiting;
    private boolean over;
    private int rung;

    @Override
    public synchronized Runnable set(Duration time, Runnable ring) {
        waiting = ring;
        ringIfOver();
        return () -> callOff(ring);
    }

    /** The alarm that is set rings, or else the next one. */
    synchronized void timeIsOver() {
        over = true;
        ringIfOver();
    }

    synchronized int rung() {
        return rung;
    }

    private void ringIfOver() {
        Runnable ring = waiting;
        if (over && ring != null) {
            over = false;
            waiting = null;
            rung++;
            ring.run();
        }
    }

    private synchronized void callOff(Runnable ring) {
        if (waiting == ring) {
            waiting = null;
        }
    }
}
