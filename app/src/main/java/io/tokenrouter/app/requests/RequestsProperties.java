package io.tokenrouter.app.requests;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How long generations are kept, counted from their end.
 *
 * @param generations their records
 * @param routes their ways between models
 */
@ConfigurationProperties("tokenrouter.keep")
record RequestsProperties(
        @DefaultValue("90d") Duration generations,
        @DefaultValue("7d") Duration routes) {

    RequestsProperties {
        if (!routes.isPositive()) {
            throw new IllegalArgumentException("tokenrouter.keep.routes must be positive");
        }
    }
}
