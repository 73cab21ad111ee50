package io.tokenrouter.app;

import io.tokenrouter.ui.ConsoleConfiguration;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.security.autoconfigure.ReactiveUserDetailsServiceAutoConfiguration;
import org.springframework.context.annotation.Import;

/** Everything that makes up the server. */
@SpringBootApplication(
        proxyBeanMethods = false,
        // accounts are our own; this would make one with a password in the log
        exclude = ReactiveUserDetailsServiceAutoConfiguration.class)
@Import(ConsoleConfiguration.class)
class ServerConfiguration {}
