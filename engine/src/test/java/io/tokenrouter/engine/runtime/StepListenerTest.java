package io.tokenrouter.engine.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenrouter.engine.api.GenerationStats;
import io.tokenrouter.engine.fixtures.EventLog;
import io.tokenrouter.engine.metrics.EngineSnapshot;
import io.tokenrouter.engine.metrics.StepListener;
import io.tokenrouter.engine.metrics.StepReport;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;

/** What a tuner learns while the engine runs adds up to what the requests were told. */
class StepListenerTest {

    private static final class Recorder implements StepListener {
        final ConcurrentLinkedQueue<StepReport> steps = new ConcurrentLinkedQueue<>();
        final Map<String, Integer> routed = new ConcurrentHashMap<>();

        @Override
        public void stepEnded(StepReport step) {
            steps.add(step);
        }

        @Override
        public void routed(String from, String to) {
            routed.merge(from + to, 1, Integer::sum);
        }
    }

    @Test
    void stepsAndRoutesAddUp() {
        Recorder recorder = new Recorder();
        List<GenerationStats> stats = new ArrayList<>();
        EngineSnapshot snapshot;
        EngineOptions onDemand = FakePair.OPTIONS.without(Optimisation.WARM_CATCH_UP, Optimisation.RUN_AHEAD);
        try (FakePair pair = new FakePair(onDemand.withSteps(recorder))) {
            List<EventLog> logs = new ArrayList<>();
            for (int i = 0; i < 10; i++) {
                logs.add(new EventLog());
                pair.submit(pair.request("pair", new int[] {i, 2, 3}, 40, FakePair.entropy(0.5)), logs.getLast());
            }
            logs.forEach(log -> stats.add(log.awaitFinished().stats()));
            pair.assertIdleAndBalanced();
            snapshot = pair.engine.snapshot();
        }

        for (EngineSnapshot.Model model : snapshot.models()) {
            List<StepReport> own = recorder.steps.stream()
                    .filter(step -> step.model().equals(model.id()))
                    .toList();
            assertThat(own).hasSize((int) model.steps());
            assertThat(own.stream().mapToLong(StepReport::rows).sum()).isEqualTo(model.rows());
            assertThat(own.stream().mapToLong(StepReport::tokens).sum()).isEqualTo(model.extendTokens());
            assertThat(own.stream().mapToLong(StepReport::catchUpTokens).sum()).isEqualTo(model.catchUpTokens());
            assertThat(own.stream().mapToLong(StepReport::prefillTokens).sum()).isEqualTo(model.prefillTokens());
            assertThat(own).allSatisfy(step -> assertThat(step.nanos()).isPositive());
            assertThat(model.batching().stepsBySize().stream()
                            .mapToLong(Long::longValue)
                            .sum())
                    .isEqualTo(model.steps());
        }
        int byLarge = stats.stream()
                .mapToInt(each -> each.completionTokens().get("l"))
                .sum();
        int bySmall = stats.stream()
                .mapToInt(each -> each.completionTokens().get("s"))
                .sum();
        assertThat(byLarge).as("the text has both").isPositive();
        assertThat(bySmall).isPositive();
        assertThat(recorder.routed.get("sl"))
                .as("every token of l replaced one of s")
                .isEqualTo(byLarge);
        assertThat(recorder.routed.get("ss") + recorder.routed.get("ls"))
                .as("every other token was followed by a visit to s, the last of each answer by the next request's")
                .isEqualTo(bySmall + byLarge);
        assertThat(recorder.steps.stream().mapToInt(StepReport::answers).sum())
                .as("every token is an answer, thrown away or not")
                .isEqualTo(recorder.routed.values().stream()
                        .mapToInt(Integer::intValue)
                        .sum());
    }

    @Test
    void aListenerThatThrowsHurtsNobody() {
        StepListener broken = new StepListener() {
            @Override
            public void stepEnded(StepReport step) {
                throw new IllegalStateException("scripted");
            }

            @Override
            public void routed(String from, String to) {
                throw new IllegalStateException("scripted");
            }
        };
        try (FakePair pair = new FakePair(FakePair.OPTIONS.withSteps(broken))) {
            assertThat(pair.run(pair.request("pair", new int[] {1}, 20, FakePair.entropy(0.5)))
                            .ids())
                    .hasSize(20);
            pair.assertIdleAndBalanced();
        }
    }
}
