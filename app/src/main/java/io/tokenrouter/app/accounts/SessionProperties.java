package io.tokenrouter.app.accounts;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How long a session lasts; more than zero.
 *
 * @param idle after its last request
 * @param longest after its beginning, whatever is requested
 */
@ConfigurationProperties("tokenrouter.sessions")
record SessionProperties(
        @DefaultValue("12h") Duration idle,
        @DefaultValue("7d") Duration longest) {

    SessionProperties {
        if (!idle.isPositive() || !longest.isPositive()) {
            throw new IllegalArgumentException(
                    "tokenrouter.sessions.idle and tokenrouter.sessions.longest must be positive");
        }
    }
}
