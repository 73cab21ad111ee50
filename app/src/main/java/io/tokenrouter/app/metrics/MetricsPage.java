package io.tokenrouter.app.metrics;

import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.MediaType;
import org.springframework.web.reactive.function.server.RouterFunction;
import org.springframework.web.reactive.function.server.RouterFunctions;
import org.springframework.web.reactive.function.server.ServerResponse;

/** {@code /metrics}, where scrapers of LLM servers look; the same as {@code /actuator/prometheus}. */
@Configuration(proxyBeanMethods = false)
class MetricsPage {

    private static final MediaType TEXT = MediaType.parseMediaType("text/plain;version=0.0.4;charset=utf-8");

    @Bean
    RouterFunction<ServerResponse> metricsRoute(PrometheusMeterRegistry registry) {
        return RouterFunctions.route()
                .GET(
                        "/metrics",
                        request -> ServerResponse.ok().contentType(TEXT).bodyValue(registry.scrape()))
                .build();
    }
}
