package io.tokenrouter.app.persistence;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How long records are kept, counted from their end; more than zero.
 *
 * @param generations rows of {@code generations} and {@code batching_changes}
 * @param samples rows of {@code throughput_samples}
 */
@ConfigurationProperties("tokenrouter.keep")
record Retention(
        @DefaultValue("90d") Duration generations,
        @DefaultValue("30d") Duration samples) {

    Retention {
        if (!generations.isPositive() || !samples.isPositive()) {
            throw new IllegalArgumentException(
                    "tokenrouter.keep.generations and tokenrouter.keep.samples must be positive");
        }
    }
}
