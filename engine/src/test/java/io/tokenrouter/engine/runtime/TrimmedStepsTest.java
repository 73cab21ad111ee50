package io.tokenrouter.engine.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

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
import io.tokenrouter.engine.sampling.LogitRow;
import io.tokenrouter.engine.throughput.BatchingSettings;
import io.tokenrouter.engine.throughput.DeviceMode;
import io.tokenrouter.engine.throughput.ModelProfile;
import io.tokenrouter.engine.throughput.StepTimeCurve;
import io.tokenrouter.engine.tuning.Adoption;
import io.tokenrouter.engine.tuning.TuningOptions;
import io.tokenrouter.engine.tuning.TuningStatus;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;

/** The real runtime on a device with captured steps of fixed sizes, on a clock that goes from one end of a step to the next. */
class TrimmedStepsTest {

    /** Of curve S of the design, the sizes up to 96 rows. */
    private static final List<Integer> SIZES = List.of(1, 2, 4, 8, 16, 24, 32, 48, 64, 96);

    private static final ModelProfile CURVE_S = ModelProfile.of(StepTimeCurve.of(96, rows -> millis(rows) * 1e6));

    /** A step of all of them is one of 96 rows; one of 64 has the better rate, and leaves 4 behind. */
    private static final int REQUESTS = 68;

    private static final double GAIN = 64 / millis(64) * millis(REQUESTS) / REQUESTS - 1;

    private static final TuningOptions SOON =
            new TuningOptions(Duration.ofMillis(500), 0.01, 2, 20, 1000, Double.POSITIVE_INFINITY);

    private final ManualClock clock = new ManualClock();
    private volatile Done done = new Done(0, 0);
    private final Set<ModelExecutor> timed = ConcurrentHashMap.newKeySet();

    private static double millis(int rows) {
        return 22
                + 0.15 * SIZES.stream().filter(size -> size >= rows).findFirst().orElseThrow();
    }

    /**
     * What was done when a step ended, read at once: the time goes on while a test looks.
     *
     * @param nanos when
     * @param rows of all steps so far; on a device that takes turns no two end at once
     */
    private record Done(long nanos, long rows) {}

    /** Counts the rows of steps. */
    private final class CountingExecutor implements ModelExecutor {
        private final ModelExecutor inner;

        CountingExecutor(ModelExecutor inner) {
            this.inner = inner;
        }

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
            done = new Done(clock.getAsLong(), done.rows() + batch.rows().size());
            timed.add(this);
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

    private static void await(BooleanSupplier what) {
        long deadline = System.nanoTime() + Duration.ofMinutes(10).toNanos();
        while (!what.getAsBoolean()) {
            assertThat(System.nanoTime()).isLessThan(deadline);
            Thread.onSpinWait();
        }
    }

    /** Rows per second of so many seconds of the scripted time, from the end of one step to that of another. */
    private double rate(double seconds) {
        Done began = done;
        await(() -> done.nanos() - began.nanos() > seconds * 1e9);
        Done ended = done;
        return 1e9 * (ended.rows() - began.rows()) / (ended.nanos() - began.nanos());
    }

    @Test
    void sizesThatAnExecutorReportsAreFilledAndThatPays() throws Exception {
        CompletableFuture<Adoption> adopted = new CompletableFuture<>();
        EngineOptions options =
                FakePair.OPTIONS.withTuning(SOON, adopted::complete).withClock(clock);
        try (QuickTime time = new QuickTime(clock);
                ProfilePair pair = new ProfilePair(
                        List.of(CURVE_S, CURVE_S),
                        new DeviceMode.OneStepAtATime(),
                        0,
                        REQUESTS,
                        1,
                        100_000,
                        options,
                        clock,
                        CountingExecutor::new)) {
            SelfTuning tuning = pair.engine().tuning().orElseThrow();
            tuning.probeWhenIdle();
            // one model is timed after the other
            await(() -> timed.size() == 2);
            tuning.pin(ProfilePair.SMALL, new BatchingSettings.Greedy());
            // whoever tunes takes its turns in real time, in which much of the scripted time passes
            await(() ->
                    tuning.status(ProfilePair.SMALL).map(TuningStatus::pinned).orElse(false));
            for (int i = 0; i < REQUESTS; i++) {
                pair.engine().submit(pair.request(i, 100_000), new EventLog());
            }
            rate(5);
            double greedy = rate(5);
            tuning.unpin(ProfilePair.SMALL);
            Adoption adoption = adopted.get(10, TimeUnit.MINUTES);
            rate(1);
            double trimmed = rate(5);

            assertThat(adoption.to().trimmed()).isTrue();
            assertThat(adoption.reason()).contains("full sizes");
            assertThat(adoption.predictedGain()).isCloseTo(GAIN, within(0.01));
            assertThat(trimmed / greedy - 1).isCloseTo(GAIN, within(0.01));
        }
    }
}
