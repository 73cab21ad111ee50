package io.tokenrouter.app.lifecycle;

import io.tokenrouter.app.persistence.DatabaseState;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;
import org.springframework.stereotype.Component;

/** Shows an outage of the database without calling the server down, since generation needs none. */
@Component("database")
class DatabaseHealthIndicator implements HealthIndicator {

    private static final Status DEGRADED = new Status("DEGRADED", "generation works, records wait in memory");

    private final DatabaseState state;

    DatabaseHealthIndicator(DatabaseState state) {
        this.state = state;
    }

    @Override
    public Health health() {
        return state.isUp() ? Health.up().build() : Health.status(DEGRADED).build();
    }
}
