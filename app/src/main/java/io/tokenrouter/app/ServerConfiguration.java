package io.tokenrouter.app;

import io.tokenrouter.ui.ConsoleConfiguration;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Import;

/** Everything that makes up the server. */
@SpringBootApplication(proxyBeanMethods = false)
@Import(ConsoleConfiguration.class)
class ServerConfiguration {}
