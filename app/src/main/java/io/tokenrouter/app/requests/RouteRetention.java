package io.tokenrouter.app.requests;

import io.tokenrouter.app.persistence.RecordUpkeep;
import java.time.Duration;
import java.time.Instant;

/** Deletes ways whose time is over, once an hour. Of the writer's thread. */
final class RouteRetention implements RecordUpkeep {

    private static final Duration INTERVAL = Duration.ofHours(1);

    private final RequestStore store;
    private final Duration kept;
    private Instant next = Instant.MIN;

    RouteRetention(RequestStore store, Duration kept) {
        this.store = store;
        this.kept = kept;
    }

    @Override
    public void run(Instant now) {
        if (now.isBefore(next)) {
            return;
        }
        store.deleteRoutesBefore(now.minus(kept));
        next = now.plus(INTERVAL);
    }
}
