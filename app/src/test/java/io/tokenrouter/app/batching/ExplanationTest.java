package io.tokenrouter.app.batching;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenrouter.engine.throughput.BatchingSettings;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ExplanationTest {

    @ParameterizedTest
    @CsvSource({"0, 6 of 16", "2, '6 of 16, now 1 of 2'", "16, 6 of 16", "64, '6 of 16, now 24 of 64'"})
    void aThresholdIsShownAsItWasSetAndAsItScales(int requests, String shown) {
        assertThat(Explanation.share(BatchingSettings.SharedThreshold.of(16, 6), requests))
                .isEqualTo(shown);
    }
}
