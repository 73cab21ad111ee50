package io.tokenrouter.engine.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenrouter.engine.api.GenerationRequest;
import io.tokenrouter.engine.api.PolicySpec;
import io.tokenrouter.engine.api.SamplingParams;
import io.tokenrouter.engine.api.StopCriteria;
import io.tokenrouter.engine.executor.cpu.CpuDevice;
import io.tokenrouter.engine.executor.cpu.CpuExecutorOptions;
import io.tokenrouter.engine.executor.cpu.CpuModelExecutor;
import io.tokenrouter.engine.fixtures.EventLog;
import io.tokenrouter.engine.fixtures.FakeVocabulary;
import io.tokenrouter.engine.fixtures.RandomModel;
import io.tokenrouter.engine.routing.RoutingAlgorithms;
import io.tokenrouter.engine.subserver.GroupPlan;
import io.tokenrouter.engine.subserver.GroupShape;
import io.tokenrouter.engine.subserver.StepScheduler;
import io.tokenrouter.engine.throughput.BatchingSettings;
import io.tokenrouter.engine.throughput.BatchingSettings.MinimumBatch.Rule;
import io.tokenrouter.engine.throughput.DeviceMode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Settings that change all the time, good ones and absurd ones: every answer comes, and it is the same answer. */
class ChangingPlansTest {

    private static final int REQUESTS = 24;
    private static final int VOCABULARY = 96;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void fakeModels(long seed) {
        List<int[]> alone = new ArrayList<>();
        try (FakePair pair = new FakePair()) {
            for (int i = 0; i < REQUESTS; i++) {
                alone.add(pair.run(pair.request("pair", new int[] {i}, 120, FakePair.entropy(i % 5 / 4.0)))
                        .ids());
            }
        }
        try (FakePair pair = new FakePair();
                Meddler meddler = new Meddler(pair.engine.scheduler(), seed)) {
            meddler.awaitChange();
            List<EventLog> logs = new ArrayList<>();
            for (int i = 0; i < REQUESTS; i++) {
                logs.add(new EventLog());
                pair.submit(pair.request("pair", new int[] {i}, 120, FakePair.entropy(i % 5 / 4.0)), logs.getLast());
            }
            for (int i = 0; i < REQUESTS; i++) {
                logs.get(i).awaitFinished();
                assertThat(logs.get(i).ids()).isEqualTo(alone.get(i));
            }
            pair.assertIdleAndBalanced();
        }
    }

    @Test
    void modelsOnTheCpu() {
        try (CpuDevice device = new CpuDevice(2);
                RoutingEngine engine = new RoutingEngine(FakePair.OPTIONS, RoutingAlgorithms.load())) {
            engine.addModel("s", executor(1, device), FakeVocabulary.endless(VOCABULARY));
            engine.addModel("l", executor(2, device), FakeVocabulary.endless(VOCABULARY));
            engine.addPair("pair", "s", "l", new PolicySpec("random", Map.of("p", 0.3)));
            List<int[]> alone = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                EventLog log = new EventLog();
                engine.submit(request("alone", i), log);
                log.awaitFinished();
                alone.add(log.ids());
            }
            try (Meddler meddler = new Meddler(engine.scheduler(), 4)) {
                meddler.awaitChange();
                List<EventLog> logs = new ArrayList<>();
                for (int i = 0; i < 8; i++) {
                    logs.add(new EventLog());
                    engine.submit(request("together", i), logs.getLast());
                }
                for (int i = 0; i < 8; i++) {
                    logs.get(i).awaitFinished();
                    assertThat(logs.get(i).ids()).isEqualTo(alone.get(i));
                }
            }
        }
    }

    private static CpuModelExecutor executor(long seed, CpuDevice device) {
        RandomModel model = RandomModel.tiny(seed);
        return CpuModelExecutor.create(
                model.config(), model, VOCABULARY, device, CpuExecutorOptions.DEFAULTS.withKvBytes(1 << 22));
    }

    private static GenerationRequest request(String run, int number) {
        return new GenerationRequest(
                run + number,
                "pair",
                new int[] {number, 5, 7},
                SamplingParams.GREEDY.withSeed(number),
                StopCriteria.maxTokens(60),
                null,
                0);
    }

    /** Changes the plan of every group over and over. */
    private static final class Meddler implements AutoCloseable {

        private final AtomicBoolean stop = new AtomicBoolean();
        private final Thread thread;
        private final CountDownLatch changed = new CountDownLatch(1);

        Meddler(StepScheduler scheduler, long seed) {
            Random random = new Random(seed);
            thread = Thread.ofPlatform().start(() -> {
                while (!stop.get()) {
                    for (StepScheduler.Scheduled group : scheduler.groups()) {
                        scheduler.apply(group.shape(), plan(random, group.shape()));
                        changed.countDown();
                    }
                    Thread.yield();
                }
            });
        }

        /** Begins late on a busy machine, when all would be over. */
        void awaitChange() {
            try {
                assertThat(changed.await(10, TimeUnit.MINUTES)).isTrue();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        private static GroupPlan plan(Random random, GroupShape shape) {
            DeviceMode device = random.nextBoolean() ? new DeviceMode.OneStepAtATime() : new DeviceMode.Separate();
            BatchingSettings settings = switch (random.nextInt(device instanceof DeviceMode.OneStepAtATime ? 4 : 3)) {
                case 0 -> new BatchingSettings.Greedy();
                case 1 -> new BatchingSettings.IndexHold(0.01);
                case 2 ->
                    new BatchingSettings.MinimumBatch(Collections.nCopies(
                            shape.models().size(),
                            new Rule(1 + random.nextInt(40), Long.MAX_VALUE, random.nextInt(1_000_000))));
                default -> BatchingSettings.SharedThreshold.of(40, 1 + random.nextInt(40));
            };
            return GroupPlan.untuned(shape, settings, "meddling")
                    .withDevice(device)
                    .withGuard(Duration.ofNanos(1 + random.nextInt(2_000_000)));
        }

        @Override
        public void close() {
            stop.set(true);
            try {
                thread.join();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
