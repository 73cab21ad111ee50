package io.tokenrouter.app.v1;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * Limits of the HTTP API.
 *
 * @param maxBody largest request body
 * @param smallBody largest body of a request that counts as small
 * @param bodies memory for all other bodies that are being received or prepared, before more are refused
 * @param preparing threads that parse, render and tokenize small requests; 0 for one per core, at least 2
 * @param preparingQueue small requests that may wait for such a thread before more are refused
 * @param preparingLarge threads for all other requests; 0 for one per two cores
 * @param preparingLargeQueue other requests that may wait for such a thread
 * @param ping longest silence of a stream before a comment frame shows that it lives
 * @param undelivered tokens of a streamed answer that may wait for a client that reads too slowly, before it is cut
 */
@ConfigurationProperties("tokenrouter.api")
record ApiProperties(
        @DefaultValue("4MB") DataSize maxBody,
        @DefaultValue("16KB") DataSize smallBody,
        @DefaultValue("256MB") DataSize bodies,
        @DefaultValue("0") int preparing,
        @DefaultValue("256") int preparingQueue,
        @DefaultValue("0") int preparingLarge,
        @DefaultValue("32") int preparingLargeQueue,
        @DefaultValue("2s") Duration ping,
        @DefaultValue("16384") int undelivered) {

    int preparingLargeThreads() {
        return preparingLarge > 0
                ? preparingLarge
                : Math.max(1, Runtime.getRuntime().availableProcessors() / 2);
    }

    int preparingThreads() {
        return preparing > 0 ? preparing : Math.max(2, Runtime.getRuntime().availableProcessors());
    }
}
