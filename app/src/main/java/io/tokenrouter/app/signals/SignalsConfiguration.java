package io.tokenrouter.app.signals;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.tokenrouter.app.persistence.RecordBuffer;
import io.tokenrouter.app.serving.ServingCatalog;
import java.time.Clock;
import java.util.concurrent.ThreadLocalRandom;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** From the answers of pairs to memory and the database. */
@Configuration(proxyBeanMethods = false)
class SignalsConfiguration {

    /** Samples that wait for a database that does not answer: with as many positions as can be about 20 MB. */
    static final int MOST_SAMPLES = 250;

    @Bean
    RecordBuffer<SignalSample> signalBuffer(SignalStore store) {
        return new RecordBuffer<>(MOST_SAMPLES, store::write);
    }

    @Bean
    SignalWatch signalWatch(
            ServingCatalog catalog,
            EntropyRecorder entropies,
            RecordingService recording,
            RecordedPolicies policies,
            RecordBuffer<SignalSample> signalBuffer) {
        return new SignalWatch(
                catalog,
                entropies,
                recording,
                policies,
                signalBuffer,
                () -> ThreadLocalRandom.current().nextDouble(),
                Clock.systemUTC());
    }

    @Bean
    SignalRetention signalRetention(RecordingService recording, SignalStore store) {
        return new SignalRetention(recording, store);
    }

    @Bean
    MeterBinder signalMeters(RecordBuffer<SignalSample> signalBuffer) {
        return registry -> FunctionCounter.builder("tokenrouter.signals.dropped", signalBuffer, RecordBuffer::dropped)
                .description("Requests whose signals were lost while the database did not answer")
                .register(registry);
    }
}
