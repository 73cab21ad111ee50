package io.tokenrouter.app.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.Test;

class EngineMetersTest {

    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final EngineMeters meters = new EngineMeters(registry);

    @Test
    void countsMissingAnswersByPairAndModel() {
        meters.answerMissing("pair", "large");
        meters.answerMissing("pair", "large");
        meters.answerMissing("pair", "small");

        assertThat(registry.get("tokenrouter.answers.missing")
                        .tags("target", "pair", "model", "large")
                        .counter()
                        .count())
                .isEqualTo(2);
    }
}
