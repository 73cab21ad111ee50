package io.tokenrouter.app.persistence;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How long records are kept, counted from their end; more than zero.
 *
 * @param generations rows of {@code generations} and {@code batching_changes}
 */
@ConfigurationProperties("tokenrouter.keep")
record Retention(@DefaultValue("90d") Duration generations) {

    Retention {
        if (!generations.isPositive()) {
            throw new IllegalArgumentException("tokenrouter.keep.generations must be positive");
        }
    }
}
