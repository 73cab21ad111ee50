package io.tokenrouter.app.history;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How long history is kept until an operator decides otherwise.
 *
 * @param samples of ten seconds
 * @param minutes rolled up
 * @param hours rolled up
 */
@ConfigurationProperties("tokenrouter.keep")
record HistoryProperties(
        @DefaultValue("7d") Duration samples,
        @DefaultValue("90d") Duration minutes,
        @DefaultValue("400d") Duration hours) {

    HistoryProperties {
        try {
            new HistoryRetention(0, samples, minutes, hours);
        } catch (InvalidRetentionException e) {
            throw new IllegalArgumentException("tokenrouter.keep." + e.field() + " " + e.getMessage());
        }
    }

    HistoryRetention retention() {
        return new HistoryRetention(0, samples, minutes, hours);
    }
}
