package io.tokenrouter.app.batching;

import io.tokenrouter.app.forecast.Forecaster;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
class BatchingConfiguration {

    @Bean
    Forecaster forecaster() {
        return new Forecaster();
    }
}
