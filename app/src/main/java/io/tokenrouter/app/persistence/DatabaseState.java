package io.tokenrouter.app.persistence;

import java.time.Clock;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/** Whether the database answered the last time; an outage is logged when it begins and when it ends. Safe from any thread. */
@Component
public class DatabaseState {

    private static final Logger log = LoggerFactory.getLogger(DatabaseState.class);

    private volatile @Nullable Instant downSince;

    public boolean isUp() {
        return downSince == null;
    }

    /** Since when it does not answer; null while it does. */
    public @Nullable Instant downSince() {
        return downSince;
    }

    synchronized void succeeded() {
        if (downSince != null) {
            downSince = null;
            log.info("The database answers again");
        }
    }

    synchronized void failed(Exception cause) {
        if (downSince == null) {
            downSince = Clock.systemUTC().instant();
            log.warn(
                    "The database does not answer; generation goes on, and records wait for it in memory ({})",
                    rootMessage(cause));
        }
    }

    private static String rootMessage(Throwable thrown) {
        Throwable root = thrown;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        return String.valueOf(root.getMessage()).lines().findFirst().orElse("");
    }
}
