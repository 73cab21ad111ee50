package io.tokenrouter.app.history;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.tokenrouter.app.persistence.DatabaseState;
import io.tokenrouter.app.persistence.RecordBuffer;
import io.tokenrouter.app.serving.Served;
import io.tokenrouter.app.serving.ServingCatalog;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** From the looks at the engine to memory and the database. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(HistoryProperties.class)
class HistoryConfiguration {

    /** Six hours of samples wait for a database that does not answer. */
    private static final int MOST_SAMPLES = 2_160;

    @Bean
    LiveHour liveHour() {
        return new LiveHour();
    }

    @Bean
    RecordBuffer<Sample> sampleBuffer(ThroughputStore store) {
        return new RecordBuffer<>(MOST_SAMPLES, store::writeSamples);
    }

    @Bean
    Sampler throughputSampler(
            ActivityRecorder activity, ServingCatalog catalog, LiveHour live, RecordBuffer<Sample> buffer) {
        return new Sampler(
                activity, () -> catalog.all().stream().map(Served::id).toList(), sample -> {
                    live.add(sample);
                    buffer.add(sample);
                });
    }

    @Bean
    RollUp throughputRollUp(ThroughputStore store, RetentionService retention) {
        return new RollUp(store, retention);
    }

    @Bean
    History throughputHistory(
            ThroughputStore store,
            LiveHour live,
            RetentionService retention,
            DatabaseState database,
            ServingCatalog catalog) {
        return new History(store, live, retention, database, catalog);
    }

    @Bean
    ThroughputStatusView consoleThroughput(
            LiveHour live, RecordBuffer<Sample> buffer, DatabaseState database, RetentionService retention) {
        return new ThroughputStatusView(live, buffer, MOST_SAMPLES, database, retention);
    }

    @Bean
    MeterBinder sampleMeters(RecordBuffer<Sample> buffer) {
        return registry -> FunctionCounter.builder("tokenrouter.samples.dropped", buffer, RecordBuffer::dropped)
                .description("Samples of throughput lost while the database did not answer")
                .register(registry);
    }
}
