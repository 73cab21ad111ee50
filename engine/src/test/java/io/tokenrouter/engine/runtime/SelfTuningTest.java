package io.tokenrouter.engine.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tokenrouter.engine.executor.Batch;
import io.tokenrouter.engine.executor.BatchResult;
import io.tokenrouter.engine.executor.CandidateRequest;
import io.tokenrouter.engine.executor.Device;
import io.tokenrouter.engine.executor.ExecutorSpec;
import io.tokenrouter.engine.executor.ModelExecutor;
import io.tokenrouter.engine.executor.TokenCandidate;
import io.tokenrouter.engine.fixtures.EventLog;
import io.tokenrouter.engine.fixtures.ManualClock;
import io.tokenrouter.engine.fixtures.ProfilePair;
import io.tokenrouter.engine.fixtures.QuickTime;
import io.tokenrouter.engine.metrics.EngineSnapshot;
import io.tokenrouter.engine.sampling.LogitRow;
import io.tokenrouter.engine.throughput.BatchingSettings;
import io.tokenrouter.engine.throughput.DeviceMode;
import io.tokenrouter.engine.throughput.ModelProfile;
import io.tokenrouter.engine.throughput.StepTimeCurve;
import io.tokenrouter.engine.tuning.Adoption;
import io.tokenrouter.engine.tuning.TuningOptions;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The real runtime, with models whose steps take time and nothing else. */
class SelfTuningTest {

    private static final int REQUESTS = 16;
    private static final TuningOptions SOON =
            new TuningOptions(Duration.ofMillis(20), 0.01, 2, 20, 1000, Double.POSITIVE_INFINITY);

    private final ManualClock clock = new ManualClock();
    private final QuickTime time = new QuickTime(clock);

    @AfterEach
    void stop() {
        time.close();
    }

    private ProfilePair pair(EngineOptions options) {
        return pair(options, UnaryOperator.identity());
    }

    private ProfilePair pair(EngineOptions options, UnaryOperator<ModelExecutor> wrap) {
        return new ProfilePair(
                List.of(profile(0.5), profile(4)),
                new DeviceMode.OneStepAtATime(),
                0.1,
                REQUESTS,
                4,
                100_000,
                options.withClock(clock),
                clock,
                wrap);
    }

    private static ModelProfile profile(double millis) {
        return ModelProfile.of(StepTimeCurve.of(REQUESTS, rows -> millis * 1e6));
    }

    @Test
    void aDeviceThatTakesTurnsIsSoonToldToGatherRequests() throws Exception {
        CompletableFuture<Adoption> adopted = new CompletableFuture<>();
        CompletableFuture<RoutingEngine> engine = new CompletableFuture<>();
        CompletableFuture<BatchingSettings> inForce = new CompletableFuture<>();
        Consumer<Adoption> told = adoption -> {
            // later the tuner may have gone on to other settings
            inForce.complete(
                    engine.join().scheduler().groups().getFirst().plan().settings());
            adopted.complete(adoption);
        };
        try (ProfilePair pair = pair(FakePair.OPTIONS.withTuning(SOON, told))) {
            engine.complete(pair.engine());
            for (int i = 0; i < REQUESTS; i++) {
                pair.engine().submit(pair.request(i, 100_000), new EventLog());
            }
            Adoption adoption = adopted.get(10, TimeUnit.MINUTES);

            assertThat(adoption.models()).containsExactly(ProfilePair.SMALL, ProfilePair.LARGE);
            assertThat(adoption.to().settings()).isInstanceOf(BatchingSettings.SharedThreshold.class);
            assertThat(inForce.join()).isEqualTo(adoption.to().settings());
            assertThat(adoption.predictedGain()).isGreaterThan(0.1);
            assertThat(adoption.requests()).isBetween(2, REQUESTS);
        }
    }

    @Test
    void whatAnOperatorSetsIsInForceAndShownWithWhatIsExpectedOfIt() throws Exception {
        BatchingSettings settings = BatchingSettings.SharedThreshold.of(REQUESTS, 5);
        try (ProfilePair pair = pair(FakePair.OPTIONS.withTuning(SOON, adoption -> {}))) {
            pair.engine().tuning().orElseThrow().pin(ProfilePair.LARGE, settings);
            for (int i = 0; i < REQUESTS; i++) {
                pair.engine().submit(pair.request(i, 100_000), new EventLog());
            }
            EngineSnapshot.Batching batching = awaitPrediction(pair);

            assertThat(batching.pinned()).isTrue();
            assertThat(pair.engine().scheduler().groups().getFirst().plan().settings())
                    .isEqualTo(settings);
        }
    }

    /** Trial steps take no blocks for good and answer nobody. */
    @Test
    void stepsOfAllSizesAreTimedWhileNobodyAsks() throws Exception {
        CompletableFuture<Void> bothTimed = new CompletableFuture<>();
        Set<ModelExecutor> timed = ConcurrentHashMap.newKeySet();
        UnaryOperator<ModelExecutor> watched = executor -> new WatchedExecutor(executor, rows -> {
            if (rows == REQUESTS && timed.add(executor) && timed.size() == 2) {
                bothTimed.complete(null);
            }
        });
        try (ProfilePair pair = pair(FakePair.OPTIONS.withTuning(SOON, adoption -> {}), watched)) {
            pair.engine().tuning().orElseThrow().probeWhenIdle();
            bothTimed.get(10, TimeUnit.MINUTES);
            EventLog log = new EventLog();
            pair.engine().submit(pair.request(0, 50), log);

            assertThat(log.awaitFinished().stats().completionTokens().values().stream()
                            .mapToInt(Integer::intValue)
                            .sum())
                    .isEqualTo(50);
            pair.drain(Duration.ofMinutes(10));
            for (EngineSnapshot.Model model : pair.engine().snapshot().models()) {
                assertThat(model.freeBlocks()).isEqualTo(model.totalBlocks());
            }
        }
    }

    /** Tells the rows of each step. */
    private record WatchedExecutor(ModelExecutor inner, IntConsumer rows) implements ModelExecutor {

        @Override
        public ExecutorSpec spec() {
            return inner.spec();
        }

        @Override
        public Device device() {
            return inner.device();
        }

        @Override
        public BatchResult execute(Batch batch) {
            BatchResult result = inner.execute(batch);
            rows.accept(batch.rows().size());
            return result;
        }

        @Override
        public TokenCandidate draw(LogitRow own, CandidateRequest wanted) {
            return inner.draw(own, wanted);
        }

        @Override
        public void close() {
            inner.close();
        }
    }

    @Test
    void withoutTuningNothingIsPredicted() {
        try (ProfilePair pair = pair(FakePair.OPTIONS)) {
            assertThat(pair.engine().tuning()).isEmpty();
            assertThat(pair.engine().snapshot().models().getFirst().batching().predictedTokensPerSecond())
                    .isNaN();
        }
    }

    @Test
    void settingsThatFitNoGroupAreRefused() {
        try (ProfilePair pair = pair(FakePair.OPTIONS.withTuning(SOON, adoption -> {}))) {
            SelfTuning tuning = pair.engine().tuning().orElseThrow();

            assertThatThrownBy(() -> tuning.pin("nobody", new BatchingSettings.Greedy()))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("nobody");
            assertThatThrownBy(() -> tuning.pin(ProfilePair.SMALL, new BatchingSettings.MinimumBatch(List.of())))
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }

    private static EngineSnapshot.Batching awaitPrediction(ProfilePair pair) {
        long deadline = System.nanoTime() + Duration.ofMinutes(10).toNanos();
        EngineSnapshot.Batching batching = batchingOf(pair);
        while (!(batching.predictedTokensPerSecond() > 0)) {
            assertThat(System.nanoTime()).as("predicted in time").isLessThan(deadline);
            Thread.yield();
            batching = batchingOf(pair);
        }
        return batching;
    }

    private static EngineSnapshot.Batching batchingOf(ProfilePair pair) {
        return pair.engine().snapshot().models().getFirst().batching();
    }
}
