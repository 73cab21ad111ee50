package io.tokenrouter.engine.runtime;

import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;

/** Tells of a failure that may come again and again at most once a minute. Used by one thread. */
final class SparingLog {

    private static final long PAUSE_NANOS = TimeUnit.MINUTES.toNanos(1);

    private final Logger log;
    private boolean told;
    private long toldNanos;

    SparingLog(Logger log) {
        this.log = log;
    }

    void error(long nowNanos, String what, Throwable failure) {
        if (!told || nowNanos - toldNanos >= PAUSE_NANOS) {
            told = true;
            toldNanos = nowNanos;
            log.error("{}; told once a minute at most", what, failure);
        }
    }
}
