package io.tokenrouter.app.batching;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenrouter.engine.api.PolicySpec;
import io.tokenrouter.engine.executor.ExecutorSpec;
import io.tokenrouter.engine.fixtures.FakeExecutor;
import io.tokenrouter.engine.fixtures.FakeModel;
import io.tokenrouter.engine.fixtures.FakeVocabulary;
import io.tokenrouter.engine.routing.RoutingAlgorithms;
import io.tokenrouter.engine.runtime.EngineOptions;
import io.tokenrouter.engine.runtime.RoutingEngine;
import io.tokenrouter.engine.subserver.GroupPlan;
import io.tokenrouter.engine.throughput.BatchingSettings;
import io.tokenrouter.engine.throughput.BatchingSettings.MinimumBatch;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A server with {@code tokenrouter.batching.mode=greedy}: nobody sets guards but the operator. */
class EngineControlTest {

    private static final int VOCABULARY = 40;
    private static final ExecutorSpec SPEC = new ExecutorSpec(VOCABULARY, 256, 4, 400, 16, 64);
    private static final long FIRST = GroupPlan.FIRST_GUARD.toNanos();

    private final RoutingEngine engine = new RoutingEngine(EngineOptions.DEFAULTS, RoutingAlgorithms.load());
    private final EngineControl control = new EngineControl(engine);

    @BeforeEach
    void start() {
        FakeVocabulary vocabulary = new FakeVocabulary(VOCABULARY, Set.of());
        engine.addModel("small", new FakeExecutor(new FakeModel(1, VOCABULARY), SPEC), vocabulary);
        engine.addModel("large", new FakeExecutor(new FakeModel(2, VOCABULARY), SPEC), vocabulary);
        engine.addPair("pair", "small", "large", PolicySpec.of("uncertainty"));
    }

    @AfterEach
    void stop() {
        engine.close();
    }

    @Test
    void aPinnedWaitHoldsBeyondTheFirstGuardAndNoOtherDoes() {
        pin(TimeUnit.SECONDS.toNanos(2));
        assertThat(plan().guardNanos()).containsExactly(FIRST, TimeUnit.SECONDS.toNanos(2));

        pin(TimeUnit.SECONDS.toNanos(1));
        assertThat(plan().guardNanos()).containsExactly(FIRST, TimeUnit.SECONDS.toNanos(1));

        pin(MinimumBatch.NO_LIMIT);
        assertThat(plan().guardNanos()).containsExactly(FIRST, FIRST);

        pin(TimeUnit.SECONDS.toNanos(2));
        control.selfTune(control.groups().getFirst().shape());
        assertThat(plan().settings()).isEqualTo(new BatchingSettings.Greedy());
        assertThat(plan().guardNanos()).containsExactly(FIRST, FIRST);
    }

    private void pin(long largeWaitNanos) {
        MinimumBatch.Rule rule = new MinimumBatch.Rule(8, largeWaitNanos, 0);
        control.pin(control.groups().getFirst().shape(), new MinimumBatch(List.of(MinimumBatch.Rule.AT_ONCE, rule)));
    }

    private GroupPlan plan() {
        return control.groups().getFirst().plan();
    }
}
