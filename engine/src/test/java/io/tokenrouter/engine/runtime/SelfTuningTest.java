package io.tokenrouter.engine.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tokenrouter.engine.fixtures.EventLog;
import io.tokenrouter.engine.fixtures.Pace;
import io.tokenrouter.engine.fixtures.ProfilePair;
import io.tokenrouter.engine.metrics.EngineSnapshot;
import io.tokenrouter.engine.throughput.BatchingSettings;
import io.tokenrouter.engine.throughput.DeviceMode;
import io.tokenrouter.engine.throughput.ModelProfile;
import io.tokenrouter.engine.throughput.StepTimeCurve;
import io.tokenrouter.engine.tuning.Adoption;
import io.tokenrouter.engine.tuning.TuningOptions;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** The real runtime, with models whose steps take time and nothing else. */
class SelfTuningTest {

    private static final int REQUESTS = 16;
    private static final TuningOptions SOON =
            new TuningOptions(Duration.ofMillis(20), 0.01, 2, 20, 1000, Double.POSITIVE_INFINITY);

    private static ProfilePair pair(EngineOptions options) {
        return new ProfilePair(
                List.of(profile(0.5), profile(4)),
                new DeviceMode.OneStepAtATime(),
                0.1,
                REQUESTS,
                4,
                100_000,
                options,
                Pace.REAL,
                UnaryOperator.identity());
    }

    private static ModelProfile profile(double millis) {
        return ModelProfile.of(StepTimeCurve.of(REQUESTS, rows -> millis * 1e6));
    }

    @Test
    void aDeviceThatTakesTurnsIsSoonToldToGatherRequests() throws Exception {
        CompletableFuture<Adoption> adopted = new CompletableFuture<>();
        try (ProfilePair pair = pair(EngineOptions.DEFAULTS.withTuning(SOON, adopted::complete))) {
            for (int i = 0; i < REQUESTS; i++) {
                pair.engine().submit(pair.request(i, 100_000), new EventLog());
            }
            Adoption adoption = adopted.get(60, TimeUnit.SECONDS);

            assertThat(adoption.models()).containsExactly(ProfilePair.SMALL, ProfilePair.LARGE);
            assertThat(adoption.to().settings()).isInstanceOf(BatchingSettings.SharedThreshold.class);
            assertThat(adoption.predictedGain()).isGreaterThan(0.1);
            assertThat(adoption.requests()).isBetween(2, REQUESTS);
        }
    }

    @Test
    void whatAnOperatorSetsIsInForceAndShownWithWhatIsExpectedOfIt() throws Exception {
        BatchingSettings settings = BatchingSettings.SharedThreshold.of(REQUESTS, 5);
        try (ProfilePair pair = pair(EngineOptions.DEFAULTS.withTuning(SOON, adoption -> {}))) {
            pair.engine().tuning().orElseThrow().pin(ProfilePair.LARGE, settings);
            for (int i = 0; i < REQUESTS; i++) {
                pair.engine().submit(pair.request(i, 100_000), new EventLog());
            }
            EngineSnapshot.Batching batching = awaitPrediction(pair);

            assertThat(batching.pinned()).isTrue();
            assertThat(batching.reason()).contains("operator");
            assertThat(pair.engine().scheduler().groups().getFirst().plan().settings())
                    .isEqualTo(settings);
        }
    }

    @Test
    void withoutTuningNothingIsPredicted() {
        try (ProfilePair pair = pair(EngineOptions.DEFAULTS)) {
            assertThat(pair.engine().tuning()).isEmpty();
            assertThat(pair.engine().snapshot().models().getFirst().batching().predictedTokensPerSecond())
                    .isNaN();
        }
    }

    @Test
    void settingsThatFitNoGroupAreRefused() {
        try (ProfilePair pair = pair(EngineOptions.DEFAULTS.withTuning(SOON, adoption -> {}))) {
            SelfTuning tuning = pair.engine().tuning().orElseThrow();

            assertThatThrownBy(() -> tuning.pin("nobody", new BatchingSettings.Greedy()))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("nobody");
            assertThatThrownBy(() -> tuning.pin(ProfilePair.SMALL, new BatchingSettings.MinimumBatch(List.of())))
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }

    private static EngineSnapshot.Batching awaitPrediction(ProfilePair pair) {
        while (true) {
            EngineSnapshot.Batching batching =
                    pair.engine().snapshot().models().getFirst().batching();
            if (batching.predictedTokensPerSecond() > 0) {
                return batching;
            }
            Thread.onSpinWait();
        }
    }
}
