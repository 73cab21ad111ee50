package io.tokenrouter.app.web;

import java.time.Duration;
import java.util.List;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * @param allowedHosts names that a request's Host header may have, without port; {@code *} allows all. Empty: the names of
 *     this machine's loopback when the server listens there alone, else all
 * @param connections open connections, before more are refused
 * @param connectionsPerAddress the same for those of one address
 * @param idleTimeout how long a connection is kept on which no request has begun
 * @param headerTimeout how long a request's line and headers may take to arrive
 * @param readTimeout longest silence in the middle of a request's body
 * @param bodyTimeout how long a request's body may take to arrive
 * @param slowReader how long a client that output waits for may take next to nothing of it
 */
@ConfigurationProperties("tokenrouter.web")
record WebProperties(
        @DefaultValue List<String> allowedHosts,
        @DefaultValue("8192") int connections,
        @DefaultValue("2048") int connectionsPerAddress,
        @DefaultValue("2m") Duration idleTimeout,
        @DefaultValue("20s") Duration headerTimeout,
        @DefaultValue("30s") Duration readTimeout,
        @DefaultValue("2m") Duration bodyTimeout,
        @DefaultValue("30s") Duration slowReader) {}
