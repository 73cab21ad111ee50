package io.tokenrouter.engine.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenrouter.engine.fixtures.FakeExecutor;
import io.tokenrouter.engine.fixtures.FakeModel;
import io.tokenrouter.engine.metrics.EngineMetrics;
import io.tokenrouter.engine.metrics.StepListener;
import io.tokenrouter.engine.subserver.GroupPlan;
import io.tokenrouter.engine.subserver.StepScheduler;
import io.tokenrouter.engine.subserver.Subserver;
import io.tokenrouter.engine.tuning.TuningOptions;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** What fails in the tuning of one group stays there. */
class TuningIsolationTest {

    private static final int LOOKS = 3;

    /** Two groups whose load cannot be told: each is looked at again and again, whichever is first in line. */
    @Test
    void aGroupThatFailsStopsNeitherTheOthersNorItself() throws InterruptedException {
        Map<String, CountDownLatch> looks = Map.of("a", new CountDownLatch(LOOKS), "b", new CountDownLatch(LOOKS));
        StepScheduler scheduler = new StepScheduler(GroupPlan::greedy, System::nanoTime);
        try (Subserver a = start("a", scheduler);
                Subserver b = start("b", scheduler);
                SelfTuning tuning = SelfTuning.start(
                        FakePair.OPTIONS.withTuning(TuningOptions.DEFAULTS, adoption -> {}),
                        scheduler,
                        new FailingTraffic(List.of(a, b), looks))) {
            for (CountDownLatch each : looks.values()) {
                assertThat(each.await(120, TimeUnit.SECONDS)).as("looked at").isTrue();
            }
            assertThat(tuning.status("a")).isPresent();
        }
        scheduler.close();
    }

    private static Subserver start(String id, StepScheduler scheduler) {
        return new Subserver(
                id,
                new FakeExecutor(new FakeModel(1, FakePair.VOCABULARY), FakePair.SPEC),
                false,
                scheduler,
                EngineMetrics.NONE,
                StepListener.NONE,
                System::nanoTime);
    }

    private record FailingTraffic(List<Subserver> subservers, Map<String, CountDownLatch> looks) implements Traffic {

        @Override
        public int running() {
            return 0;
        }

        @Override
        public int running(Set<String> models) {
            models.forEach(model -> looks.get(model).countDown());
            throw new IllegalStateException("scripted");
        }

        @Override
        public long written(Set<String> models) {
            return 0;
        }
    }
}
