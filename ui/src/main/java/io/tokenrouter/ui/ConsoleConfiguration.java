package io.tokenrouter.ui;

import org.springframework.context.annotation.Configuration;

/**
 * The console's beans. The application imports it and supplies a {@link ConsoleCatalog} and a
 * {@link io.tokenrouter.engine.api.GenerationEngine}.
 */
@Configuration(proxyBeanMethods = false)
public class ConsoleConfiguration {}
