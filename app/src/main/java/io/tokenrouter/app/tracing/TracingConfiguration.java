package io.tokenrouter.app.tracing;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.opentelemetry.exporter.otlp.http.trace.OtlpHttpSpanExporter;
import io.tokenrouter.app.cli.ServeOptions;
import java.net.URI;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Traces, where the server is told of a collector; otherwise nothing of OpenTelemetry is even loaded. */
@Configuration(proxyBeanMethods = false)
class TracingConfiguration {

    /** Generations that wait for a collector. */
    private static final int MOST_WAITING = 2_000;

    private static final String PATH = "v1/traces";

    @Bean(destroyMethod = "close")
    @Nullable
    TraceExport traceExport(ServeOptions options) {
        return options.otlpEndpoint()
                .map(endpoint -> new TraceExport(
                        OtlpHttpSpanExporter.builder()
                                .setEndpoint(traces(endpoint))
                                .build(),
                        MOST_WAITING))
                .orElse(null);
    }

    /** The signal's path is appended, as OpenTelemetry lays down for the one address of all signals. */
    private static String traces(URI endpoint) {
        String base = endpoint.toString();
        return base.endsWith("/") ? base + PATH : base + "/" + PATH;
    }

    @Bean
    MeterBinder traceMeters(Optional<TraceExport> export) {
        return registry -> export.ifPresent(
                traces -> FunctionCounter.builder("tokenrouter.traces.dropped", traces, TraceExport::lost)
                        .description("Generations whose trace the collector did not get")
                        .register(registry));
    }
}
