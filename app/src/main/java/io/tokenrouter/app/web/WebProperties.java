package io.tokenrouter.app.web;

import java.util.List;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * @param allowedHosts names that a request's Host header may have, without port; {@code *} allows all. Empty: the names of
 *     this machine's loopback when the server listens there alone, else all
 */
@ConfigurationProperties("tokenrouter.web")
record WebProperties(@DefaultValue List<String> allowedHosts) {}
