package io.tokenrouter.app.lifecycle;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * When a model counts as stuck.
 *
 * @param limit how long it may have work and end no step; more than zero
 */
@ConfigurationProperties("tokenrouter.watchdog")
record WatchdogProperties(@DefaultValue("60s") Duration limit) {

    WatchdogProperties {
        if (!limit.isPositive()) {
            throw new IllegalArgumentException("tokenrouter.watchdog.limit must be positive");
        }
    }
}
