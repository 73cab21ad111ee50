package io.tokenrouter.app.lifecycle;

import io.tokenrouter.app.serving.Served;
import io.tokenrouter.app.serving.ServedModel;
import io.tokenrouter.app.serving.ServingCatalog;
import java.util.LinkedHashMap;
import java.util.Map;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.stereotype.Component;

/** Out of service while no model is loaded or one is stuck; says which. */
@Component("servedModels")
class ModelsHealthIndicator implements HealthIndicator {

    private final ServingCatalog catalog;
    private final ProgressWatchdog watchdog;

    ModelsHealthIndicator(ServingCatalog catalog, ProgressWatchdog watchdog) {
        this.catalog = catalog;
        this.watchdog = watchdog;
    }

    @Override
    public Health health() {
        Map<String, String> states = new LinkedHashMap<>();
        for (Served served : catalog.all()) {
            if (served instanceof ServedModel) {
                states.put(served.id(), "serving");
            }
        }
        boolean fit = !states.isEmpty();
        for (ProgressWatchdog.StuckModel model : watchdog.stuck()) {
            states.put(model.model(), "stuck");
            fit = false;
        }
        return (fit ? Health.up() : Health.outOfService()).withDetails(states).build();
    }
}
