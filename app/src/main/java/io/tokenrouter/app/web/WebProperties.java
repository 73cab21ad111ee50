package io.tokenrouter.app.web;

import java.time.Duration;
import java.util.List;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * @param allowedHosts names that a request's Host header may have, without port; {@code *} allows all. Empty: the names of
 *     this machine's loopback when the server listens there alone, else all
 * @param idleTimeout how long a connection is kept on which no request has begun
 * @param readTimeout longest silence in the middle of a request's body
 */
@ConfigurationProperties("tokenrouter.web")
record WebProperties(
        @DefaultValue List<String> allowedHosts,
        @DefaultValue("2m") Duration idleTimeout,
        @DefaultValue("30s") Duration readTimeout) {}
