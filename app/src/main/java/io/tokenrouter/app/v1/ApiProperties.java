package io.tokenrouter.app.v1;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * Limits of the HTTP API.
 *
 * @param maxBody largest request body
 * @param preparing threads that parse, render and tokenize; 0 for one per core, at least 2
 * @param preparingQueue requests that may wait for such a thread before more are refused
 * @param ping longest silence of a stream before a comment frame shows that it lives
 */
@ConfigurationProperties("tokenrouter.api")
record ApiProperties(
        @DefaultValue("4MB") DataSize maxBody,
        @DefaultValue("0") int preparing,
        @DefaultValue("256") int preparingQueue,
        @DefaultValue("2s") Duration ping) {

    int preparingThreads() {
        return preparing > 0 ? preparing : Math.max(2, Runtime.getRuntime().availableProcessors());
    }
}
