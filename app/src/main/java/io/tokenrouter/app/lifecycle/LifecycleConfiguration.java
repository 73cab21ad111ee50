package io.tokenrouter.app.lifecycle;

import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties({DrainProperties.class, WatchdogProperties.class})
class LifecycleConfiguration {}
