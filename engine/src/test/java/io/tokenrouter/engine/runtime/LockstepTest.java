package io.tokenrouter.engine.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenrouter.engine.fixtures.EventLog;
import io.tokenrouter.engine.fixtures.FakeExecutor;
import io.tokenrouter.engine.fixtures.StepGate;
import io.tokenrouter.engine.subserver.GroupPlan;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LockstepTest {

    private static final int REQUESTS = 6;
    private static final int TOKENS = 20;

    @Test
    void theSmallModelWaitsForAllAndTheLargeOneTakesAllAtOnce() {
        // on a busy machine the guard would let the small model go first
        EngineOptions lockstep =
                FakePair.OPTIONS.withBatching(shape -> GroupPlan.lockstep(shape).withGuard(Duration.ofHours(1)));
        try (FakePair pair = new FakePair(lockstep)) {
            StepGate gate = new StepGate();
            pair.small.gate(gate);
            List<EventLog> logs = new ArrayList<>();
            for (int i = 0; i < REQUESTS; i++) {
                logs.add(new EventLog());
                pair.submit(pair.request("pair", new int[] {i}, TOKENS, FakePair.entropy(0.5)), logs.get(i));
            }
            gate.awaitStep();
            gate.open();
            logs.forEach(EventLog::awaitFinished);

            List<FakeExecutor.StepShape> small = pair.small.steps();
            assertThat(small.subList(1, TOKENS - 1))
                    .as("all are in each step but the first, which some may have missed, and the last")
                    .allSatisfy(step -> assertThat(step.rowTokens()).hasSize(REQUESTS));
            assertThat(pair.large.steps()).as("at most one step a round").hasSizeLessThanOrEqualTo(small.size());
            pair.assertIdleAndBalanced();
        }
    }
}
